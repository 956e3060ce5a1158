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
        /** Nothing: what it reads and writes decides nothing. A lost answer leaves nothing unknown. */
        PLAIN,

        /** That it was the master which answered. A lost answer leaves nothing unknown. */
        LOOK,

        /** Nothing more than the answer, but a lost one leaves the outcome unknown. */
        WRITE,

        /** That it was the master which answered, and that enough replicas have what was written. */
        LEASE,

        /** That it was the master, and that enough replicas have what it shows. A lost answer leaves nothing unknown. */
        CONFIRM
    }

    boolean writes() {
        return care == Care.WRITE || care == Care.LEASE;
    }

    boolean needsReplicas() {
        return care == Care.LEASE || care == Care.CONFIRM;
    }

    boolean needsMaster() {
        return care == Care.LOOK || needsReplicas();
    }
}
