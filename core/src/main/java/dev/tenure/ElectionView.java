package dev.tenure;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What one process sees of an election, whether it stands in it or only looks on. Thread-safe. */
public interface ElectionView extends AutoCloseable {

    /** Returns the name of the election. */
    String name();

    /** Returns what is known of the election at this moment. */
    Status status();

    /**
     * Waits until an attempt that ended after the given moment has shown who leads, one way or the other.
     *
     * @param since a moment by this machine's wall clock; {@link Instant#EPOCH} for the first attempt of all
     * @return the status after that attempt, or empty if the time ran out or the election was closed first
     */
    Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException;

    /** Tells the listener how things stand, and then everything that happens, in order. */
    Subscription subscribe(ElectionListener listener);

    /** Looks no more, and gives up what it holds. Waits for a call that is under way, no longer. Idempotent. */
    @Override
    void close();
}
