package dev.tenure.internal.runtime;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The loop of one candidate and the threads beside it. Thread-safe. */
public interface CandidateRuntime extends AutoCloseable {

    /** Returns the loop on which all elections of the candidate decide. */
    EventLoop loop();

    /** Returns the pool on which listeners are told. */
    TaskPool listenerPool();

    /** Returns the pool on which the application is asked whether it could lead. */
    ElasticPool readinessPool();

    /** Tells whether the loop gets to a task that is handed to it now in that time. */
    boolean answersWithin(Duration limit);

    /** Waits, for so long at most, until the condition holds, which is asked on the loop. */
    void awaitQuiet(BooleanSupplier condition, Duration limit);

    /** Ends the loop after what was handed to it so far; what it left to other threads is waited for a moment. */
    void closeLoop();

    /** Ends all threads, after the loop. */
    @Override
    void close();
}
