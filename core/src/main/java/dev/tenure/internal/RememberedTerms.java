package dev.tenure.internal;

import static dev.tenure.internal.Moment.later;

import java.util.ArrayList;
import java.util.List;

/**
 * Terms that were seen alive and that the record no longer shows, each remembered until its own wait is over (R7).
 *
 * <p>A term that was <em>lost</em> was shown by a record that then went back: nobody can tell from the record what
 * became of it, so only its own release or its own wait ends the memory, whatever term comes and goes meanwhile. A term
 * that was <em>followed</em> by a later one, sooner than expected, was most likely released unseen: the release of a
 * later term ends that memory too, so that hand-overs in quick succession do not wait for each other.
 */
final class RememberedTerms {
    /** Stands for a term whose token is not known, so that no release can be its own. */
    static final long UNKNOWN = 0;

    /** More at once only come from a record that changes without end; then the oldest are remembered as one. */
    private static final int MOST = 4;

    private List<Remembered> terms = List.of(); // nearly always empty, and a candidate may stand in thousands

    /**
     * One term, no longer shown.
     *
     * @param token its token, or {@link #UNKNOWN}
     * @param ours whether it was a term of this candidate
     * @param lost whether the record went back, and was not merely followed by a later term
     * @param untilNanos the monotonic reading at which its wait is over
     */
    record Remembered(long token, boolean ours, boolean lost, long untilNanos) {
        private Remembered and(Remembered other) {
            return new Remembered(
                    token == other.token ? token : UNKNOWN,
                    ours && other.ours,
                    lost || other.lost,
                    later(untilNanos, other.untilNanos));
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

    /**
     * Takes in that the record shows the release of a term.
     *
     * @param inOrder whether the record has not gone back: then followed terms before it are over, too
     */
    void released(long token, boolean inOrder) {
        keep(terms.stream()
                .filter(term -> term.token() == UNKNOWN || term.token() != token)
                .filter(term -> term.lost() || !inOrder)
                .toList());
    }

    /** Forgets the terms whose wait is over. */
    void forgetOver(long nowNanos) {
        keep(terms.stream().filter(term -> term.untilNanos() - nowNanos > 0).toList());
    }

    private void keep(List<Remembered> left) {
        terms = left.isEmpty() ? List.of() : left;
    }

    /** Returns the given monotonic reading, or the one at which the last wait is over if that is later. */
    long atLeast(long nanos) {
        long latest = nanos;
        for (Remembered term : terms) {
            latest = later(latest, term.untilNanos());
        }
        return latest;
    }

    /** Tells whether the wait for every term of another candidate is over. */
    boolean othersAreOver(Moment now) {
        return terms.stream().allMatch(term -> term.ours() || now.reached(term.untilNanos()));
    }

    /** Tells whether a lost term of another candidate may live on. */
    boolean hasLost(Moment now) {
        return terms.stream().anyMatch(term -> term.lost() && !term.ours() && !now.reached(term.untilNanos()));
    }

    /** Takes over what another memory holds. */
    void takeOver(RememberedTerms earlier) {
        terms = List.copyOf(earlier.terms);
    }

    int size() {
        return terms.size();
    }
}
