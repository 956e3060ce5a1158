package dev.tenure.store.kafka.goneli;

/**
 * The number of members of a group, as far as one member knows it: in each rebalance the brokers let one member assign
 * the partitions, and only that one sees all members. A member that is alone is always that one. Written by the thread
 * that polls.
 */
final class GroupSize {
    private static final int UNKNOWN = 0;

    private int counted = UNKNOWN;
    private volatile int members = UNKNOWN;

    /** Takes in how many members this member assigns partitions to. */
    void counted(int count) {
        counted = count;
    }

    /** Takes in that a rebalance is over, whichever member assigned. */
    void assigned() {
        members = counted;
        counted = UNKNOWN;
    }

    /** Tells whether the last rebalance found no other member. */
    boolean isOne() {
        return members == 1;
    }
}
