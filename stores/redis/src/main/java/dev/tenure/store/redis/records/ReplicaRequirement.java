package dev.tenure.store.redis.records;

import org.jspecify.annotations.Nullable;

/**
 * How many replicas must have a claim or renewal before it counts.
 *
 * @param fixed the configured number, or null for one replica wherever the server has, or had, any
 */
public record ReplicaRequirement(@Nullable Integer fixed) {
    public ReplicaRequirement {
        if (fixed != null && fixed < 0) {
            throw new IllegalArgumentException("replicas " + fixed + " is negative: use 0 to wait for none");
        }
    }

    /** Returns the argument for scripts. */
    String scriptArgument() {
        return fixed == null ? "auto" : "=" + fixed;
    }

    /** Returns the configured number, or 0. */
    public int minimum() {
        return fixed == null ? 0 : fixed;
    }
}
