package dev.tenure.http.peer;

import dev.tenure.http.peer.state.KnownCandidates;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.http.peer.state.WrittenLeases;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The roster of a store that keeps none: followers announce themselves to the leader, which tells them of each other.
 * Thread-safe.
 */
final class PeerRoster implements Roster {
    private final KnownCandidates knownCandidates;
    private final WrittenLeases writtenLeases;
    private final LeaderQueries leaderQueries;
    private final Consumer<Consumer<PeerChannel>> whileOpen;

    PeerRoster(PeerState state, LeaderQueries leaderQueries, Consumer<Consumer<PeerChannel>> whileOpen) {
        this.knownCandidates = state.knownCandidates();
        this.writtenLeases = state.writtenLeases();
        this.leaderQueries = leaderQueries;
        this.whileOpen = whileOpen;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        if (knownCandidates.attend(own)) {
            whileOpen.accept(PeerChannel::sendNow);
        }
        Map<String, List<RosterEntry>> members = new LinkedHashMap<>();
        own.keySet().forEach(roster -> members.put(roster, knownCandidates.members(roster, List.of())));
        return members;
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        boolean heardOf = knownCandidates.knowsOthers(roster) || writtenLeases.holds(roster);
        return knownCandidates.members(roster, heardOf ? List.of() : leaderQueries.members(roster, deadline));
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        deadline.requireLeft();
        knownCandidates.leave(rosters, instance);
        whileOpen.accept(PeerChannel::sendDeparture);
    }
}
