package dev.tenure.http.peer;

import dev.tenure.http.peer.channel.ChannelRoster;
import dev.tenure.http.peer.state.KnownCandidates;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.http.peer.state.WrittenLeases;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The roster of a store that keeps none: followers announce themselves to the leader, which tells them of each other.
 * Thread-safe.
 */
final class PeerRoster implements Roster {
    private final ChannelRoster own;
    private final KnownCandidates knownCandidates;
    private final WrittenLeases writtenLeases;
    private final LeaderQueries leaderQueries;

    PeerRoster(PeerState state, ChannelRoster own, LeaderQueries leaderQueries) {
        this.own = own;
        this.knownCandidates = state.knownCandidates();
        this.writtenLeases = state.writtenLeases();
        this.leaderQueries = leaderQueries;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> entries, Deadline deadline) {
        deadline.requireLeft();
        return own.attend(entries);
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
        own.leave(rosters, instance);
    }
}
