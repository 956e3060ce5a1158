package dev.tenure.store.redis.command;

/**
 * What one or several calls are for, and how careful they must be.
 *
 * @param action what it is, for messages
 * @param type what must be known before the answer counts
 */
public record CallPurpose(String action, Type type) {

    /** What must be known before an answer counts. */
    public enum Type {
        /** Nothing more than the answer, and a lost one leaves nothing unknown. */
        READ,

        /** Nothing more than the answer, but a lost one leaves the outcome unknown. */
        WRITE,

        /** That enough replicas have what was written. */
        LEASE_WRITE,

        /** That enough replicas have what is shown; a lost answer leaves nothing unknown. */
        CONFIRMED_READ
    }

    public boolean writes() {
        return type == Type.WRITE || type == Type.LEASE_WRITE;
    }

    public boolean needsReplicas() {
        return type == Type.LEASE_WRITE || type == Type.CONFIRMED_READ;
    }
}
