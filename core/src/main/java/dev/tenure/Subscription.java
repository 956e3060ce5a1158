package dev.tenure;

/** A listener's subscription. Thread-safe. */
public interface Subscription extends AutoCloseable {

    /** Ends the subscription: nothing is delivered after the call under way, if any. Idempotent. */
    @Override
    void close();
}
