package dev.tenure.internal;

import dev.tenure.Term;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where work runs: a thread in production, virtual time in the simulator. */
public interface Workplace {

    /**
     * Starts the work of a term.
     *
     * @param ended called exactly once, from any thread, when the work has really ended, with what it threw or null
     */
    Job start(Term term, Consumer<@Nullable Throwable> ended);

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
