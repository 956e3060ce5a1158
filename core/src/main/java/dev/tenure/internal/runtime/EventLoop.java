package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.spi.TimeSource;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine reads time and gets threads through this only. One thread runs everything on the loop; in the simulator,
 * virtual time does.
 */
public interface EventLoop {

    /** Returns the clocks of this loop. */
    TimeSource time();

    /** Runs the task on the loop, after those given before. May be called from any thread; does nothing once closed. */
    void execute(Runnable task);

    /** Runs the task on the loop as soon as the monotonic clock has reached the given reading. */
    Timer schedule(long atNanos, Runnable task);

    /**
     * Runs a blocking call away from the loop and hands its answer or its failure back on the loop, exactly one of
     * them, once, by the deadline. A call that has not returned by then is given up, and its failure says whether it
     * may still take effect.
     */
    <T> void offload(StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed);

    /**
     * Runs something that may block away from the loop, beside everything else, and waits for nothing. Where time is
     * virtual nothing blocks, and it is done in place.
     */
    default void aside(Runnable task) {
        task.run();
    }

    /** Returns the clock by which pauses of work on this loop are counted. */
    default PauseClock pauseClock() {
        return PauseClock.REAL;
    }

    /** Writes a line to the log, and does not wait for it: what writes it may be stuck. */
    default void log(System.Logger.Level level, Supplier<String> line, @Nullable Throwable error) {
        EngineLog.write(level, line, error);
    }

    /** A task that was scheduled. */
    interface Timer {
        /** Keeps the task from running, unless it already does. Called on the loop. */
        void cancel();
    }

    /** What goes first when calls wait for a thread: a leader must not lose what it holds. */
    enum Urgency {
        RENEWAL,
        RELEASE,
        CLAIM,
        LOOK
    }

    /**
     * A blocking call to a store.
     *
     * @param <T> what it answers
     * @param urgency its place in the queue
     * @param deadlineNanos the monotonic reading by which its outcome must be known
     * @param call what to run; may throw
     */
    record StoreCall<T>(Urgency urgency, long deadlineNanos, Supplier<T> call) {}
}
