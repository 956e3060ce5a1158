package dev.tenure.simulator.store;

import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of one process run in the steps that the store really takes. Each step travels by itself, and other
 * processes act in between.
 *
 * <p>A call blocks its thread, which virtual time cannot. So it is run again from its beginning for each step, with the
 * outcomes of the steps so far, and ends where it would send the next one.
 */
public final class StoreSteps {
    private final VirtualTime time;
    private final SimClock clock;
    private @Nullable Call running;
    private int steps;

    /**
     * One step of a call.
     *
     * @param elections which elections it is about
     * @param text what it does, for the trace
     * @param action what the store does when the step lands
     */
    private record Step(List<String> elections, Supplier<String> text, Supplier<?> action) {}

    /** Ends a run of a call where the next step is to be sent. */
    private static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unanswered() {
            super(null, null, false, false);
        }
    }

    /** Creates the steps of the process with this clock. */
    public StoreSteps(VirtualTime time, SimClock clock) {
        this.time = time;
        this.clock = clock;
    }

    /** Returns the outcome of a step that is a whole call. */
    public <T> T step(List<String> elections, Supplier<T> action) {
        return step(elections, () -> "asks", action);
    }

    /** Returns the outcome of a step, which the call that is running has sent or sends now. */
    @SuppressWarnings("unchecked") // the outcome has the type of the action
    public <T> T step(List<String> elections, Supplier<String> text, Supplier<T> action) {
        return (T) running().outcomeOf(new Step(elections, text, action));
    }

    /**
     * Returns what the action returned when the call that is running first came here. So it is run once, and at that
     * moment, however often the call is run again: for what a process reads or changes by itself between two steps.
     */
    @SuppressWarnings("unchecked") // the outcome has the type of the action
    public <T> T once(Supplier<T> action) {
        return (T) running().onlyOutcomeOf(action);
    }

    private Call running() {
        Call call = running;
        if (call == null) {
            throw new IllegalStateException("a step belongs to a call");
        }
        return call;
    }

    /** Returns the true time, which no process can read. */
    public long trueNanos() {
        return time.now();
    }

    /** Tells whether nobody waits any more for the call that is running. */
    public boolean isGivenUp() {
        return clock.nanos() - running().call.deadlineNanos() >= 0;
    }

    /** Returns the clocks of this process. During a call the wall clock shows when the call began. */
    public TimeSource time() {
        return new CallTime();
    }

    /** Begins a call: runs it up to its first step. */
    public Call begin(StoreCall<?> call) {
        Call begun = new Call(call);
        begun.run();
        return begun;
    }

    /** A call on its way through its steps. */
    public final class Call {
        private final StoreCall<?> call;
        private final long wallMillis = clock.wallMillis();
        private final List<Object> outcomes = new ArrayList<>();
        private int position;
        private boolean sentOne;
        private @Nullable Step next;
        private int number;
        private @Nullable Object outcome;

        private Call(StoreCall<?> call) {
            this.call = call;
        }

        public Urgency urgency() {
            return call.urgency();
        }

        /** Returns the elections that the next step is about, in the order of its answers. */
        public List<String> elections() {
            return next == null ? List.of() : next.elections();
        }

        public boolean isFirstStep() {
            return !sentOne;
        }

        /** Returns what carries out the next step in the store, even after the call has gone on without it. */
        public Supplier<?> nextStep() {
            return next().action();
        }

        /** Returns the number of the next step among all steps of this process. */
        public int nextNumber() {
            return number;
        }

        /** Returns what the next step does, for the trace. */
        public String nextText() {
            return next().text().get();
        }

        private Step next() {
            if (next == null) {
                throw new IllegalStateException("the call is over");
            }
            return next;
        }

        /** Goes on with the outcome of the last step, an answer or a failure. */
        public void goOn(Object heard) {
            sentOne = true;
            outcomes.add(heard);
            run();
        }

        /**
         * Ends with the outcome of the last step although nobody waits any more: a thread that was given up returns
         * late, and sends nothing more.
         */
        public void endLate(Object heard) {
            if (outcome == null) {
                goOn(heard);
            }
            if (outcome == null) {
                goOn(new StoreException(StoreException.Kind.UNREACHABLE, "too late to go on"));
            }
        }

        /** Returns the answer or failure of the whole call, or null if another step is to be sent. */
        public @Nullable Object outcome() {
            return outcome;
        }

        private void run() {
            running = this;
            position = 0;
            next = null;
            try {
                outcome = call.call().get();
            } catch (Unanswered sends) {
                outcome = null;
            } catch (StoreException failure) {
                outcome = failure;
            } finally {
                running = null;
            }
        }

        private Object outcomeOf(Step step) {
            if (position == outcomes.size()) {
                next = step;
                number = ++steps;
                throw new Unanswered();
            }
            Object heard = outcomes.get(position++);
            if (heard instanceof StoreException failure) {
                throw failure;
            }
            return heard;
        }

        private Object onlyOutcomeOf(Supplier<?> action) {
            if (position == outcomes.size()) {
                outcomes.add(action.get());
            }
            return outcomes.get(position++);
        }
    }

    private final class CallTime implements TimeSource {
        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public long wallMillis() {
            Call call = running;
            return call == null ? clock.wallMillis() : call.wallMillis;
        }

        @Override
        public long sleptNanos() {
            return clock.sleptNanos();
        }
    }
}
