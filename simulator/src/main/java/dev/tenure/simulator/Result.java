package dev.tenure.simulator;

import java.util.List;

/**
 * What came of one run.
 *
 * @param seed the seed it was drawn from
 * @param findings what was found wrong; empty if nothing
 * @param virtualNanos how much time passed in it
 * @param grants how often the store granted the lease
 * @param digest a number that two runs share only if the same things happened in both
 * @param trace what happened, if it was traced
 */
public record Result(
        long seed, List<Finding> findings, long virtualNanos, long grants, long digest, List<String> trace) {}
