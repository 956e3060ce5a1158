package dev.tenure.simulator.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The barriers of one process. Each one handles the ends of terms one after the other, takes some time, and may never
 * return.
 */
final class BarrierListeners {
    private final SimApplication application;
    private final List<Barrier> all = new ArrayList<>();

    BarrierListeners(SimApplication application, int count) {
        this.application = application;
        for (int number = 0; number < count; number++) {
            all.add(new Barrier());
        }
    }

    /** Tells all barriers that a term has ended. */
    void ended(long token) {
        all.forEach(barrier -> barrier.onEnd(token));
    }

    /** Tells whether some barrier has not yet returned from the end of the term. */
    boolean areAwaited(long token) {
        return all.stream().anyMatch(barrier -> barrier.pending.contains(token));
    }

    void heal() {
        all.forEach(Barrier::returnFromAll);
    }

    private final class Barrier {
        private final Deque<Long> pending = new ArrayDeque<>();

        void onEnd(long token) {
            pending.add(token);
            if (pending.size() == 1) {
                begin();
            }
        }

        private void begin() {
            if (!application.drawHang()) {
                long token = pending.getFirst();
                application.afterOwn(application.drawReturnNanos(), () -> returnFrom(token));
            }
        }

        /** Returns from the end of a term, unless {@link #heal} has done so before. */
        private void returnFrom(long token) {
            if (!pending.isEmpty() && pending.getFirst() == token) {
                pending.removeFirst();
                if (!areAwaited(token)) {
                    application.barriersReturned(token);
                }
                if (!pending.isEmpty()) {
                    begin();
                }
            }
        }

        private void returnFromAll() {
            while (!pending.isEmpty()) {
                long token = pending.removeFirst();
                if (!areAwaited(token)) {
                    application.barriersReturned(token);
                }
            }
        }
    }
}
