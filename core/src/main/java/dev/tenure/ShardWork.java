package dev.tenure;

/** What a leader does for one shard of a set while it leads it. */
@FunctionalInterface
public interface ShardWork {

    /** Does the work of one term of one shard, on its own thread, as {@link Work#during} does. */
    void during(int shard, Term term) throws Exception;
}
