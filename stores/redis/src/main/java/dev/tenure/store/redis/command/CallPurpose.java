package dev.tenure.store.redis.command;

/**
 * Why a call is made, and what its answer needs before the store believes it.
 *
 * @param action the action, for messages
 * @param type what the answer needs
 */
public record CallPurpose(String action, Type type) {

    /** What an answer needs before the store believes it. */
    public enum Type {
        /** A read: nothing but the answer. A lost answer leaves no outcome unknown. */
        READ,

        /** A write: nothing but the answer. A lost answer leaves the outcome unknown. */
        WRITE,

        /** A claim or renewal: enough replicas must have it, and a majority must confirm the master. */
        LEASE_WRITE,

        /**
         * A read of a record that this store may have written: enough replicas must have that record. A lost answer
         * leaves no outcome unknown.
         */
        CONFIRMED_READ
    }

    public boolean writes() {
        return type == Type.WRITE || type == Type.LEASE_WRITE;
    }

    public boolean needsReplicas() {
        return type == Type.LEASE_WRITE || type == Type.CONFIRMED_READ;
    }
}
