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

        /** A renewal: enough replicas must have it, and a majority must confirm the master. */
        RENEWAL,

        /**
         * A claim: the same, and a majority is asked before it too. A follower may have missed two promotions, to
         * another server and back. Its claim would not count, and hide from all since when the server is the master.
         */
        CLAIM,

        /**
         * A read of a record that this store may have written: enough replicas must have that record. A lost answer
         * leaves no outcome unknown.
         */
        CONFIRMED_READ
    }

    public boolean writes() {
        return type == Type.WRITE || isLeaseWrite();
    }

    public boolean needsReplicas() {
        return isLeaseWrite() || type == Type.CONFIRMED_READ;
    }

    public boolean isClaim() {
        return type == Type.CLAIM;
    }

    private boolean isLeaseWrite() {
        return type == Type.RENEWAL || type == Type.CLAIM;
    }
}
