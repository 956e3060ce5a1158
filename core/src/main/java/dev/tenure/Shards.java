package dev.tenure;

import java.util.List;
import java.util.Set;

/**
 * One candidate's stand for the shards of a set: a number of elections shared out evenly among the candidates that
 * stand for them. Thread-safe.
 *
 * <p>Each shard is an election like any other, with its own terms and tokens; the set only decides who goes for which.
 * When a candidate comes or goes, no more shards move than must for all to have the same number, give or take one, and
 * those that move are handed over gracefully.
 */
public interface Shards extends AutoCloseable {

    /** Returns the name of the set. */
    String name();

    /** Returns the elections of the set, one for each shard, from 0 on. Closing one stands for that shard no more. */
    List<Election> elections();

    /** Returns the numbers of the shards this candidate leads at this moment. */
    Set<Integer> led();

    /**
     * Runs the work of each shard whenever this candidate leads it, as {@link Election#lead(Work)} does.
     *
     * @throws IllegalStateException if this set has work already, or is closed
     */
    void lead(ShardWork work);

    /**
     * Gives up every shard gracefully and stops standing; waits for both as {@link Election#close} does. Idempotent.
     */
    @Override
    void close();
}
