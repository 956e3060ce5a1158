package dev.tenure.internal.protocol;

import static dev.tenure.internal.protocol.ClockReading.later;

import java.util.ArrayList;
import java.util.List;

/**
 * Terms that were seen alive and that the record no longer shows, each remembered until its own wait is over (R7).
 *
 * <p>Such a term may live on without its record, so only its own release or its own wait ends the memory, whatever term
 * comes and goes meanwhile.
 */
final class RememberedTerms {
    /** Stands for a term whose token is not known, so that no release can be its own. */
    static final long UNKNOWN = 0;

    /** More at once only come from a record that changes without end; then the oldest are remembered as one. */
    private static final int MOST = 4;

    private List<Remembered> terms = List.of();

    /**
     * One term, no longer shown: its token, or {@link #UNKNOWN}; whether it was a term of this candidate; and the
     * monotonic reading at which its wait is over.
     */
    record Remembered(long token, boolean ours, long untilNanos) {
        private Remembered and(Remembered other) {
            return new Remembered(
                    token == other.token ? token : UNKNOWN, ours && other.ours, later(untilNanos, other.untilNanos));
        }
    }

    void remember(Remembered term) {
        List<Remembered> next = new ArrayList<>(terms);
        Remembered merged = term;
        for (Remembered known : terms) {
            if (term.token() != UNKNOWN && known.token() == term.token()) {
                next.remove(known);
                merged = known.and(term);
            }
        }
        next.add(merged);
        if (next.size() > MOST) {
            next.add(0, next.remove(0).and(next.remove(0)));
        }
        terms = next;
    }

    void released(long token) {
        terms = terms.stream()
                .filter(term -> term.token() == UNKNOWN || term.token() != token)
                .toList();
    }

    void forgetOver(long nowNanos) {
        terms = terms.stream().filter(term -> term.untilNanos() - nowNanos > 0).toList();
    }

    long atLeast(long nanos) {
        long latest = nanos;
        for (Remembered term : terms) {
            latest = later(latest, term.untilNanos());
        }
        return latest;
    }

    boolean othersAreOver(ClockReading now) {
        return terms.stream().allMatch(term -> term.ours() || now.reached(term.untilNanos()));
    }

    int size() {
        return terms.size();
    }
}
