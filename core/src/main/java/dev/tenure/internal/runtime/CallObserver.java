package dev.tenure.internal.runtime;

/** Hears how the store calls of a campaign ended. On the loop. */
@FunctionalInterface
public interface CallObserver {
    /**
     * A call has ended.
     *
     * @param answered whether the store has answered
     * @param lateNanos how much after the call's deadline this process heard of its end, if positive
     */
    void ended(boolean answered, long lateNanos);
}
