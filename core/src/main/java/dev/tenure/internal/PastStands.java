package dev.tenure.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a candidate's earlier stands leave to its next one in the same election: a lease that must run out, and terms of
 * others that were seen alive. Kept only as long as it matters. Thread-safe.
 */
final class PastStands {
    private static final int LEAST_SWEEP = 64;

    private final Map<String, Setup> setups = new ConcurrentHashMap<>();
    private volatile int sweepAt = LEAST_SWEEP;

    /** Takes in that a stand is over. */
    void keep(Setup over, Moment now) {
        if (over.isOfUse(now)) {
            setups.put(over.election(), over);
        } else {
            setups.remove(over.election());
        }
        if (setups.size() > sweepAt) { // of thousands of elections most are never stood in again
            setups.values().removeIf(setup -> !setup.isOfUse(now));
            sweepAt = Math.max(LEAST_SWEEP, 2 * setups.size());
        }
    }

    /** Lets a stand that is not started yet go on from the one before it, if there was one. */
    void passOnTo(Setup next, Moment now) {
        Setup earlier = setups.get(next.election());
        if (earlier != null) {
            earlier.passOnTo(next, now);
        }
    }
}
