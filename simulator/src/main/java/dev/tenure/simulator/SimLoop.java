package dev.tenure.simulator;

import dev.tenure.StoreException;
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
        void send(StoreCall<?> call, Reply reply);
    }

    /** Where the outcome of a call comes back to. */
    interface Reply {
        /** Hands over what the store answered, unless the deadline was first. */
        void answers(Object answer);

        /** Hands over a failure, unless the deadline was first. */
        void fails(StoreException failure);

        /** Says what the caller will be told at the deadline if nothing comes back. */
        void otherwise(StoreException.Kind kind);
    }

    /** Sees the outcome of every call just before the engine does. */
    interface Witness {
        /** Takes in the answer to a call that was sent at the given true time, or the failure of that call. */
        void heard(Urgency urgency, Object outcome, long sentNanos);
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
    public <T> void offload(StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed) {
        Pending<T> pending = new Pending<>(call.urgency(), answered, failed);
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
    private final class Pending<T> implements Reply {
        private final Urgency urgency;
        private final Consumer<? super T> answered;
        private final Consumer<StoreException> failed;
        private final long sentNanos = time.now();
        private Timer deadline = () -> {};
        private StoreException.Kind otherwise = StoreException.Kind.OUTCOME_UNKNOWN;
        private boolean resolved;

        Pending(Urgency urgency, Consumer<? super T> answered, Consumer<StoreException> failed) {
            this.urgency = urgency;
            this.answered = answered;
            this.failed = failed;
        }

        @Override
        public void otherwise(StoreException.Kind kind) {
            otherwise = kind;
        }

        @Override
        @SuppressWarnings("unchecked") // the answer of the call that was sent
        public void answers(Object answer) {
            threads.run(() -> execute(() -> resolve(answer, () -> answered.accept((T) answer))));
        }

        @Override
        public void fails(StoreException failure) {
            threads.run(() -> execute(() -> resolve(failure, () -> failed.accept(failure))));
        }

        private void timeOut() {
            StoreException failure = new StoreException(otherwise, "no answer in time");
            resolve(failure, () -> failed.accept(failure));
        }

        private void resolve(Object outcome, Runnable then) {
            if (!resolved) {
                resolved = true;
                openCalls--;
                deadline.cancel();
                witness.heard(urgency, outcome, sentNanos);
                then.run();
            }
        }
    }
}
