package dev.tenure.simulator.time;

import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.spi.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The event loop of one simulated process, in virtual time. */
public final class SimLoop implements EventLoop {
    private final VirtualTime time;
    private final SimClock clock;
    private final ProcessThreads threads;
    private final CallSender sender;
    private final OutcomeListener listener;
    private List<SimTimer> asleep = new ArrayList<>();
    private int openTimers;
    private int openCalls;

    /** Carries calls to the store and their outcomes back. */
    public interface CallSender {
        /** Sends a call. Returns the elections it is about, in the order of its answers. */
        List<String> send(StoreCall<?> call, Reply reply);
    }

    /** Receives the outcome of a call. */
    public interface Reply {
        /** Delivers the answer of the store, unless the deadline has passed. */
        void answers(Object answer);

        /** Delivers a failure, unless the deadline has passed. */
        void fails(StoreException failure);

        /** Tells whether the caller has its outcome: an answer, a failure, or that there was none in time. */
        boolean isResolved();

        /** Sets the kind of failure that the caller gets at the deadline if nothing was delivered. */
        void otherwise(StoreException.Kind kind);
    }

    /** Hears the outcome of every call just before the engine does. */
    public interface OutcomeListener {
        /** Receives the answer or the failure of a call that was sent at the given true time. */
        void heard(Urgency urgency, List<String> elections, Object outcome, long sentNanos);
    }

    /** Creates the loop of a process. */
    public SimLoop(
            VirtualTime time, SimClock clock, ProcessThreads threads, CallSender sender, OutcomeListener listener) {
        this.time = time;
        this.clock = clock;
        this.threads = threads;
        this.sender = sender;
        this.listener = listener;
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

    /** Schedules the timers again that became due, by true time, while the machine was asleep. */
    public void wake() {
        List<SimTimer> late = asleep;
        asleep = new ArrayList<>();
        late.forEach(SimTimer::arm);
    }

    /** Tells whether no timer and no call is open. */
    public boolean isIdle() {
        return openTimers == 0 && openCalls == 0;
    }

    @Override
    public <T> void offload(StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed) {
        Pending<T> pending = new Pending<>(call.urgency(), answered, failed);
        openCalls++;
        pending.deadline = schedule(call.deadlineNanos(), pending::timeOut);
        pending.elections = sender.send(call, pending);
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

    /** A call without an outcome yet. Its answer or its deadline resolves it, once. */
    private final class Pending<T> implements Reply {
        private final Urgency urgency;
        private final Consumer<? super T> answered;
        private final Consumer<StoreException> failed;
        private final long sentNanos = time.now();
        private Timer deadline = () -> {};
        private List<String> elections = List.of();
        private StoreException.Kind otherwise = StoreException.Kind.OUTCOME_UNKNOWN;
        private boolean resolved;

        Pending(Urgency urgency, Consumer<? super T> answered, Consumer<StoreException> failed) {
            this.urgency = urgency;
            this.answered = answered;
            this.failed = failed;
        }

        @Override
        public boolean isResolved() {
            return resolved;
        }

        @Override
        public void otherwise(StoreException.Kind kind) {
            otherwise = kind;
        }

        @Override
        @SuppressWarnings("unchecked") // the answer has the type of the call
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
                listener.heard(urgency, elections, outcome, sentNanos);
                then.run();
            }
        }
    }
}
