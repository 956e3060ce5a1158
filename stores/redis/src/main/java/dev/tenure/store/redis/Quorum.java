package dev.tenure.store.redis;

import org.jspecify.annotations.Nullable;

/**
 * How many replicas must have a claim or a renewal before it counts.
 *
 * @param fixed what was said, or null for one wherever the server has any, or had since it was started
 */
record Quorum(@Nullable Integer fixed) {
    Quorum {
        if (fixed != null && fixed < 0) {
            throw new IllegalArgumentException("replicas " + fixed + " is negative: use 0 to wait for none");
        }
    }

    /** Returns what scripts are told. */
    String wanted() {
        return fixed == null ? "auto" : "=" + fixed;
    }

    /** Returns how many are needed whatever is seen. */
    int least() {
        return fixed == null ? 0 : fixed;
    }
}
