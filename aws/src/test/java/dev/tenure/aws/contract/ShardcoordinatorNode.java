package dev.tenure.aws.contract;

/** Sends what a node of shardcoordinator sends, request for request, with times in whole seconds since 1970. */
public interface ShardcoordinatorNode {
    /** Returns the owner id of the node. */
    String owner();

    /** Takes a lock that is absent, or has expired by the clock of the node. */
    boolean acquire(long now, long lease);

    /** Sets another end if the node still owns the lock, and it has not expired by the clock of the node. */
    boolean renew(long now, long lease);

    /** Deletes the lock if the node owns it, at any time. */
    boolean release();
}
