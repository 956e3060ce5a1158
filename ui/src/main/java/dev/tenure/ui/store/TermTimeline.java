package dev.tenure.ui.store;

import dev.tenure.HistoryEntry;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.spi.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The terms of an election in order, made of its history and its record, and the changes between them.
 *
 * @param terms the latest last
 * @param changes the latest last
 */
record TermTimeline(List<TermSpan> terms, List<LeaderChange> changes) {
    private static final String NO_WORD =
            "its leader wrote no end: it was killed, paused or cut off, and the lease ran out";

    /**
     * Builds a timeline.
     *
     * @param history what the leaders wrote down
     * @param lease the lease in the record, or null if nobody holds one
     * @param lastSigns when terms were last seen renewed, by token: how long a term lasted at least whose leader was
     *     killed
     */
    static TermTimeline of(List<HistoryEntry> history, @Nullable Lease lease, Map<Long, Instant> lastSigns) {
        Map<Long, Parts> byToken = new TreeMap<>();
        for (HistoryEntry entry : history) {
            byToken.merge(entry.token(), Parts.of(entry), Parts::and);
        }
        if (lease != null) {
            byToken.merge(lease.token(), Parts.of(lease), Parts::and);
        }
        long current = lease == null ? 0 : lease.token();
        List<TermSpan> terms = byToken.entrySet().stream()
                .map(term -> term.getValue().span(term.getKey() == current, lastSigns.get(term.getKey())))
                .toList();
        return new TermTimeline(terms, changes(terms));
    }

    private static List<LeaderChange> changes(List<TermSpan> terms) {
        List<LeaderChange> changes = new ArrayList<>();
        for (int i = 1; i < terms.size(); i++) {
            TermSpan before = terms.get(i - 1);
            TermSpan next = terms.get(i);
            if (next.from() != null) {
                boolean planned = before.end().equals(HistoryEntry.What.RESIGNED.word());
                changes.add(new LeaderChange(
                        next.from(),
                        before.who(),
                        next.who(),
                        millis(before.to(), next.from()),
                        planned,
                        before.cause().isEmpty() ? NO_WORD : before.cause()));
            }
        }
        return changes;
    }

    /** Clocks of two machines may be apart, so that a length can come out below zero. */
    private static @Nullable Long millis(@Nullable Instant end, Instant begin) {
        return end == null ? null : Math.max(0, Duration.between(end, begin).toMillis());
    }

    /** What is known of one term. */
    private record Parts(
            HistoryEntry first,
            @Nullable Lease lease,
            @Nullable Instant from,
            @Nullable HistoryEntry ending) {

        static Parts of(HistoryEntry entry) {
            boolean begins = entry.what() == HistoryEntry.What.ACQUIRED;
            return new Parts(entry, null, begins ? entry.at() : null, begins ? null : entry);
        }

        static Parts of(Lease lease) {
            HistoryEntry made = HistoryEntry.of(
                    lease.election(), lease.since(), lease.holder(), HistoryEntry.What.ACQUIRED, lease.token(), "");
            return new Parts(made, lease, lease.since(), null);
        }

        Parts and(Parts later) {
            return new Parts(
                    first,
                    later.lease == null ? lease : later.lease,
                    from == null ? later.from : from,
                    later.ending == null ? ending : later.ending);
        }

        TermSpan span(boolean current, @Nullable Instant lastSign) {
            HistoryEntry end = ending;
            if (end != null) {
                String cause = ElectionJson.withoutAddresses(end.cause());
                return new TermSpan(
                        first.who(),
                        first.token(),
                        from,
                        end.at(),
                        end.what().word(),
                        end.reason().word(),
                        cause);
            }
            String how = current ? TermSpan.CURRENT : TermSpan.SILENT;
            return new TermSpan(first.who(), first.token(), from, current ? null : lastSign, how, null, "");
        }
    }
}
