package dev.tenure.store.redis.records;

import org.jspecify.annotations.Nullable;

/**
 * How many replicas must have a claim or a renewal before it counts.
 *
 * @param fixed what was said, or null for one wherever the server has any, or had since it was started
 */
public record ReplicaRequirement(@Nullable Integer fixed) {
    public ReplicaRequirement {
        if (fixed != null && fixed < 0) {
            throw new IllegalArgumentException("replicas " + fixed + " is negative: use 0 to wait for none");
        }
    }

    /** Returns what scripts are told. */
    String scriptArgument() {
        return fixed == null ? "auto" : "=" + fixed;
    }

    /** Returns how many are needed whatever is seen. */
    public int minimum() {
        return fixed == null ? 0 : fixed;
    }
}
