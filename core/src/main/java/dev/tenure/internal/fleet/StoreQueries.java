package dev.tenure.internal.fleet;

import dev.tenure.HistoryEntry;
import dev.tenure.RosterMember;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RosterEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * What people ask of a store: who stands, and what happened. Blocks; needs no standing in any election.
 *
 * @param store the store
 */
public record StoreQueries(LeaseStore store) {

    /** Returns who stands and was seen lately, those that lead first, then in the order of preference. */
    public List<RosterMember> roster(String election, Deadline deadline) {
        Instant now = ClockReading.of(deadline.time()).instant();
        List<RosterEntry> own = store.roster().members(election, deadline);
        List<RosterEntry> members = own.isEmpty() ? store.roster().members(ShardNames.roster(election), deadline) : own;
        return members.stream()
                .filter(member -> RequestSender.isRecent(member, now))
                .map(StoreQueries::member)
                .sorted(Comparator.comparing(RosterMember::isLeading)
                        .reversed()
                        .thenComparing(RosterMember::priority)
                        .thenComparing(member -> member.identity().name())
                        .thenComparing(member -> member.identity().instance()))
                .toList();
    }

    private static RosterMember member(RosterEntry entry) {
        return new ListedMember(
                entry.candidate(),
                entry.priority(),
                entry.version(),
                entry.able(),
                entry.leads(),
                entry.heartbeat().at());
    }

    /**
     * Returns what happened, in that order: by terms, as tokens grow. An old leader may have written down the end of
     * its term after the next one had begun.
     */
    public List<HistoryEntry> history(String election, Deadline deadline) {
        return store.history().last(election, History.KEPT, deadline).stream()
                .sorted(Comparator.comparingLong(HistoryEntry::token)
                        .thenComparing(entry -> entry.what() != HistoryEntry.What.ACQUIRED))
                .toList();
    }
}
