package dev.tenure.internal;

import dev.tenure.HistoryEntry;
import dev.tenure.Member;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Enrolment;
import dev.tenure.spi.History;
import dev.tenure.spi.LeaseStore;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * What people ask of a store: who stands, and what happened. Blocks; needs no standing in any election.
 *
 * @param store the store
 */
record Inquiry(LeaseStore store) {

    /** Returns who stands and was seen lately, those that lead first, then in the order of preference. */
    List<Member> roster(String election, Deadline deadline) {
        Instant now = Moment.of(deadline.time()).instant();
        List<Enrolment> own = store.roster().members(election, deadline);
        List<Enrolment> members = own.isEmpty() ? store.roster().members(ShardSet.roster(election), deadline) : own;
        return members.stream()
                .filter(member -> Petition.isRecent(member, now))
                .map(Inquiry::member)
                .sorted(Comparator.comparing(Member::isLeading)
                        .reversed()
                        .thenComparing(Member::priority)
                        .thenComparing(member -> member.identity().name())
                        .thenComparing(member -> member.identity().instance()))
                .toList();
    }

    private static Member member(Enrolment entry) {
        return new Member(
                entry.candidate(),
                entry.priority(),
                entry.version(),
                entry.able(),
                entry.leads(),
                entry.beat().at());
    }

    List<HistoryEntry> history(String election, Deadline deadline) {
        return store.history().last(election, History.KEPT, deadline);
    }
}
