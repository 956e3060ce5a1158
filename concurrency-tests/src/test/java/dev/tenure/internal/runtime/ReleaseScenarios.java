package dev.tenure.internal.runtime;

import static dev.tenure.concurrency.Threads.check;
import static dev.tenure.internal.runtime.LeadershipViewScenarios.TOKEN;

import dev.tenure.concurrency.Threads;
import dev.tenure.internal.protocol.Snapshot;
import java.util.concurrent.atomic.AtomicInteger;

/** Callers of {@code runIfLeader} and the release of the lease they run under (R5). */
public final class ReleaseScenarios {
    private ReleaseScenarios() {}

    /**
     * The gate passes once, when the term has ended and nobody is inside: neither before a caller has left, nor never
     * because the last one left unseen.
     */
    public static final class ReleaseWaitsForCallers implements Runnable {
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger left = new AtomicInteger();
        private int passed;

        @Override
        public void run() {
            LeadershipViewScenarios.Clock clock = new LeadershipViewScenarios.Clock();
            LeadershipView view = LeadershipViewScenarios.view(clock);
            view.publish(LeadershipViewScenarios.leading(clock, false));
            InlineWork calls = new InlineWork(view, Runnable::run, left::incrementAndGet);
            ReleaseGate gate = new ReleaseGate(calls, token -> {
                check(token == TOKEN, "another term is released");
                check(inside.get() == 0, "released while a caller is inside");
                passed++;
            });
            Threads.together(
                    () -> {
                        view.publish(Snapshot.empty(false));
                        gate.ended(TOKEN);
                    },
                    () -> call(calls),
                    () -> call(calls));
            if (left.get() > 0) {
                gate.check(); // which the loop does for each that left
            }
            check(passed == 1, "released " + passed + " times");
        }

        private void call(InlineWork calls) {
            calls.run(term -> {
                check(passed == 0, "a caller is let in after the release");
                inside.incrementAndGet();
                inside.decrementAndGet();
            });
        }
    }

    /** A caller that is inside when the term ends is interrupted, or has left; it is never forgotten. */
    public static final class CallersAreInterrupted implements Runnable {
        private volatile boolean ended;
        private volatile boolean interrupted;
        private volatile boolean stayed;

        @Override
        public void run() {
            LeadershipViewScenarios.Clock clock = new LeadershipViewScenarios.Clock();
            LeadershipView view = LeadershipViewScenarios.view(clock);
            view.publish(LeadershipViewScenarios.leading(clock, false));
            InlineWork calls = new InlineWork(view, Runnable::run, () -> {});
            ReleaseGate gate = new ReleaseGate(calls, token -> {});
            Threads.together(
                    () -> {
                        view.publish(Snapshot.empty(false));
                        gate.ended(TOKEN);
                        ended = true;
                    },
                    () -> {
                        calls.run(term -> {
                            stayed = ended;
                            interrupted = Thread.currentThread().isInterrupted();
                        });
                        check(!Thread.currentThread().isInterrupted(), "the interrupt outlived the call");
                    });
            check(!stayed || interrupted, "a caller that is inside was not interrupted");
        }
    }
}
