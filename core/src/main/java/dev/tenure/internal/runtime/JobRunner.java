package dev.tenure.internal.runtime;

import dev.tenure.Term;
import org.jspecify.annotations.Nullable;

/** Where work runs: a thread in production, virtual time in the simulator. */
public interface JobRunner {

    /**
     * Starts the work of a term.
     *
     * @param report hears, exactly once and from any thread, that the work has really ended
     */
    Job start(Term term, Report report);

    /** Hears how work ended. */
    @FunctionalInterface
    interface Report {
        /** The work has ended; {@code error} is what it threw, or null. */
        void ended(@Nullable Throwable error);
    }

    /** A piece of running work. Asking, cancelling and killing one that has ended does nothing. */
    interface Job {
        /** Asks the work to finish in its own time. */
        void ask();

        /** Tells the work to stop at once. */
        void cancel();

        /** Stops the work by force, as far as that is possible. */
        void kill();
    }
}
