package dev.tenure.internal.runtime;

import java.util.function.LongConsumer;

/**
 * Tells when the lease of an ended term may be released: all barrier listeners have heard of its end, and no
 * {@code runIfLeader} call under it goes on. On the loop.
 */
final class ReleaseGate {
    private final InlineWork calls;
    private final LongConsumer passed;
    private int listeners;
    private long endedToken;
    private boolean awaitsListeners;

    ReleaseGate(InlineWork calls, LongConsumer passed) {
        this.calls = calls;
        this.passed = passed;
    }

    /** Takes in how many barrier listeners there are. */
    void listeners(int count) {
        listeners = count;
    }

    /** Takes in that a term has ended, after that was published. */
    void ended(long token) {
        endedToken = token;
        awaitsListeners = listeners > 0;
        calls.interrupt(token);
        check();
    }

    /** Takes in that all barrier listeners have heard of the end of a term. */
    void listenersPassed(long token) {
        awaitsListeners &= token != endedToken;
        check();
    }

    /** Returns the token of the ended term whose release is still waited for, or 0. */
    long awaitedToken() {
        return endedToken;
    }

    /** Says so if nothing is waited for any more. */
    void check() {
        long token = endedToken;
        if (token != 0 && !awaitsListeners && !calls.isInside(token)) {
            endedToken = 0;
            passed.accept(token);
        }
    }
}
