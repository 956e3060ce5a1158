package dev.tenure.store.redis;

/**
 * What one or several calls are for, and how careful they must be.
 *
 * @param doing what it is, for messages
 * @param care what must be known before the answer counts
 */
record Errand(String doing, Care care) {

    /** What must be known before an answer counts. */
    enum Care {
        /** Nothing more than the answer, and a lost one leaves nothing unknown. */
        LOOK,

        /** Nothing more than the answer, but a lost one leaves the outcome unknown. */
        WRITE,

        /** That enough replicas have what was written. */
        LEASE,

        /** That enough replicas have what is shown; a lost answer leaves nothing unknown. */
        CONFIRM
    }

    boolean writes() {
        return care == Care.WRITE || care == Care.LEASE;
    }

    boolean needsReplicas() {
        return care == Care.LEASE || care == Care.CONFIRM;
    }
}
