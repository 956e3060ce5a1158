package dev.tenure.testing;

import static java.util.Objects.requireNonNull;

import dev.tenure.Candidate;
import dev.tenure.Identity;
import dev.tenure.Settings;
import dev.tenure.internal.CandidateOptions;
import dev.tenure.internal.RunningCandidate;
import dev.tenure.internal.runtime.ManualLoopRuntime;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What a test double gives the engine in place of threads and clocks. Store calls are made on the loop, so the store
 * must not block. Implementations are thread-safe.
 */
public interface ManualLoop {

    /**
     * Starts a candidate of the engine on this loop, which stands in no election yet. It closes the loop, and not the
     * store; its log is not written.
     *
     * @param grace how long its work may go on when it is asked to finish
     */
    static Candidate start(ManualLoop loop, LeaseStore store, Identity identity, Settings settings, Duration grace) {
        return RunningCandidate.start(
                requireNonNull(store, "store"),
                requireNonNull(identity, "identity"),
                requireNonNull(settings, "settings"),
                new CandidateOptions("", false, requireNonNull(grace, "grace"), false, false, null),
                new ManualLoopRuntime(requireNonNull(loop, "loop")));
    }

    /** Returns the clocks that the test moves. */
    TimeSource time();

    /** Runs the task on the loop, after those given before, and one at a time. Does nothing once closed. */
    void execute(Runnable task);

    /**
     * Runs the task on the loop as soon as the monotonic clock has reached the given reading.
     *
     * @return what keeps the task from running, unless it already does
     */
    Runnable schedule(long atNanos, Runnable task);

    /** Runs code of listeners, away from the loop, after what was given before. */
    void tell(Runnable telling);

    /** Returns the monotonic reading by which pauses of work are counted. */
    long pauseNanos();

    /** Takes in that the calling thread, which does work, pauses until the given reading, or until its term ends. */
    void pauses(long untilNanos);

    /** Takes in that the calling thread pauses no longer. */
    void goesOn();

    /** Lets time pass, for so long at most, until the condition holds, which is asked on the loop. */
    void awaitQuiet(BooleanSupplier condition, Duration limit);

    /** Ends the loop after what was handed to it so far. */
    void close();
}
