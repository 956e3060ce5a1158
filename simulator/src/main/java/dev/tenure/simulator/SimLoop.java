package dev.tenure.simulator;

import dev.tenure.StoreException;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.spi.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The loop of one simulated process, in place of the threads of a real one. */
final class SimLoop implements EventLoop {
    private final VirtualTime time;
    private final SimClock clock;
    private final Threads threads;
    private final Post post;
    private final Witness witness;
    private List<SimTimer> asleep = new ArrayList<>();
    private int openTimers;
    private int openCalls;

    /** What carries a call to the store and its outcome back. */
    interface Post {
        /** Takes a call on its way. */
        void send(StoreCall call, Reply reply);
    }

    /** Where the outcome of a call comes back to. */
    interface Reply {
        /** Hands over the outcome, unless the deadline was first. */
        void comes(Input outcome);

        /** Says what the caller will be told at the deadline if nothing comes back. */
        void otherwise(StoreException.Kind kind);
    }

    /** Sees the outcome of every call just before the engine does. */
    interface Witness {
        /** Takes in the outcome of a call that was sent at the given true time. */
        void heard(Urgency urgency, Input outcome, long sentNanos);
    }

    /** Makes the loop of a process. */
    SimLoop(VirtualTime time, SimClock clock, Threads threads, Post post, Witness witness) {
        this.time = time;
        this.clock = clock;
        this.threads = threads;
        this.post = post;
        this.witness = witness;
    }

    @Override
    public TimeSource time() {
        return clock;
    }

    @Override
    public void execute(Runnable task) {
        time.after(0, () -> threads.run(task));
    }

    @Override
    public Timer schedule(long atNanos, Runnable task) {
        SimTimer timer = new SimTimer(atNanos, task);
        timer.arm();
        return timer;
    }

    /** Lets timers run on that fell due, by true time, while the machine was asleep. */
    void wake() {
        List<SimTimer> late = asleep;
        asleep = new ArrayList<>();
        late.forEach(SimTimer::arm);
    }

    /** Tells whether anything is still to come. */
    boolean isIdle() {
        return openTimers == 0 && openCalls == 0;
    }

    @Override
    public void offload(StoreCall call, Consumer<Input> outcome) {
        Pending pending = new Pending(call.urgency(), outcome);
        openCalls++;
        pending.deadline = schedule(call.deadlineNanos(), pending::timeOut);
        post.send(call, pending);
    }

    private final class SimTimer implements Timer {
        private final long atNanos;
        private final Runnable task;
        private boolean over;

        SimTimer(long atNanos, Runnable task) {
            this.atNanos = atNanos;
            this.task = task;
            openTimers++;
        }

        void arm() {
            time.at(clock.trueTimeAt(atNanos), this::ring);
        }

        private void ring() {
            if (over) {
                return;
            }
            if (!clock.reached(atNanos)) {
                if (clock.isStopped()) {
                    asleep.add(this);
                } else {
                    arm();
                }
                return;
            }
            threads.runTimer(this::run);
        }

        private void run() {
            if (!over) {
                cancel();
                task.run();
            }
        }

        @Override
        public void cancel() {
            if (!over) {
                over = true;
                openTimers--;
            }
        }
    }

    /** A call whose outcome is still open: resolved once, by its answer or by its deadline, as in a real process. */
    private final class Pending implements Reply {
        private final Urgency urgency;
        private final Consumer<Input> outcome;
        private final long sentNanos = time.now();
        private Timer deadline = () -> {};
        private StoreException.Kind otherwise = StoreException.Kind.OUTCOME_UNKNOWN;
        private boolean resolved;

        Pending(Urgency urgency, Consumer<Input> outcome) {
            this.urgency = urgency;
            this.outcome = outcome;
        }

        @Override
        public void otherwise(StoreException.Kind kind) {
            otherwise = kind;
        }

        @Override
        public void comes(Input result) {
            threads.run(() -> execute(() -> resolve(result)));
        }

        private void timeOut() {
            resolve(new Input.Failed(new StoreException(otherwise, "no answer in time")));
        }

        private void resolve(Input result) {
            if (!resolved) {
                resolved = true;
                openCalls--;
                deadline.cancel();
                witness.heard(urgency, result, sentNanos);
                outcome.accept(result);
            }
        }
    }
}
