package dev.tenure;

/** A listener's subscription. Thread-safe. */
public interface Subscription extends AutoCloseable {

    /**
     * Ends the subscription: nothing is delivered after the call under way, if any, which is not waited for.
     * Idempotent.
     */
    @Override
    void close();
}
