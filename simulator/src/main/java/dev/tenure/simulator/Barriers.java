package dev.tenure.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The listeners of one process that are waited for before a lease is released. Each hears of one end after the other,
 * takes its time, and may never return.
 */
final class Barriers {
    private static final int HANGS_PERCENT = 15;

    private final Application application;
    private final Stance stance;
    private final List<Barrier> all = new ArrayList<>();

    Barriers(Application application, Stance stance) {
        this.application = application;
        this.stance = stance;
        for (int number = 0; number < stance.barriers(); number++) {
            all.add(new Barrier());
        }
    }

    /** Takes in that a term has ended. */
    void ended(long token) {
        all.forEach(barrier -> barrier.hears(token));
    }

    /** Tells whether some barrier has not yet returned from the end of the term. */
    boolean areAwaited(long token) {
        return all.stream().anyMatch(barrier -> barrier.unheard.contains(token));
    }

    void heal() {
        all.forEach(Barrier::hearAll);
    }

    private final class Barrier {
        private final Deque<Long> unheard = new ArrayDeque<>();

        void hears(long token) {
            unheard.add(token);
            if (unheard.size() == 1) {
                begin();
            }
        }

        private void begin() {
            boolean bad = application.isTroubled();
            long patience = stance.patience().toNanos();
            boolean hangs = bad && application.draw().chance(HANGS_PERCENT);
            if (!hangs) {
                long takes = bad
                        ? application.draw().anySizeUpTo(3 * patience)
                        : application.draw().between(0, patience / 8);
                long token = unheard.getFirst();
                application.afterOwn(takes, () -> returns(token));
            }
        }

        /** A barrier may return from an end it was slow about, although it was freed from that before. */
        private void returns(long token) {
            if (!unheard.isEmpty() && unheard.getFirst() == token) {
                unheard.removeFirst();
                if (!areAwaited(token)) {
                    application.passed(token);
                }
                if (!unheard.isEmpty()) {
                    begin();
                }
            }
        }

        private void hearAll() {
            while (!unheard.isEmpty()) {
                long token = unheard.removeFirst();
                if (!areAwaited(token)) {
                    application.passed(token);
                }
            }
        }
    }
}
