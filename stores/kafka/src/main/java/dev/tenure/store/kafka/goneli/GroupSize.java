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
    private volatile boolean withoutOwner;

    /** Takes in how many members this member assigns partitions to. */
    void counted(int count) {
        counted = count;
    }

    /** Takes in that a rebalance is over, whichever member assigned. */
    void assigned() {
        members = counted;
        counted = UNKNOWN;
    }

    /** Takes in whether this member, when it last assigned, knew of a partition to assign. */
    void foundPartition(boolean found) {
        withoutOwner = !found;
    }

    /** Tells whether this member assigned nothing to anybody: the brokers had not told it of the topic. */
    boolean isWithoutOwner() {
        return withoutOwner;
    }

    /** Tells whether the last rebalance found no other member. */
    boolean isOne() {
        return members == 1;
    }
}
