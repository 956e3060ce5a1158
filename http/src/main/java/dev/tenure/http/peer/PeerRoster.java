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
 * The roster of a store that keeps none: followers tell the leader that they are there, and the leader tells them who
 * else is. Thread-safe.
 */
final class PeerRoster implements Roster {
    private final KnownCandidates presence;
    private final WrittenLeases ledger;
    private final LeaderQueries outreach;
    private final Consumer<Consumer<PeerChannel>> whileOpen;

    PeerRoster(PeerState knowledge, LeaderQueries outreach, Consumer<Consumer<PeerChannel>> whileOpen) {
        this.presence = knowledge.presence();
        this.ledger = knowledge.ledger();
        this.outreach = outreach;
        this.whileOpen = whileOpen;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        if (presence.attend(own)) {
            whileOpen.accept(PeerChannel::speak);
        }
        Map<String, List<RosterEntry>> members = new LinkedHashMap<>();
        own.keySet().forEach(roster -> members.put(roster, presence.members(roster, List.of())));
        return members;
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        boolean heardOf = presence.knowsOthers(roster) || ledger.holds(roster);
        return presence.members(roster, heardOf ? List.of() : outreach.members(roster, deadline));
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        deadline.requireLeft();
        presence.leave(rosters, instance);
        whileOpen.accept(PeerChannel::farewell);
    }
}
