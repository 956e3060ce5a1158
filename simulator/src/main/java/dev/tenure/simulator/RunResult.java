package dev.tenure.simulator;

import dev.tenure.simulator.checks.Finding;
import java.util.List;

/**
 * The result of one run.
 *
 * @param seed the seed of the run
 * @param findings the broken promises
 * @param virtualNanos the virtual time that passed
 * @param grants how often the store granted a lease
 * @param digest a number that is equal for two runs only if they had the same events
 * @param trace the trace, or an empty list if none was recorded
 */
public record RunResult(
        long seed, List<Finding> findings, long virtualNanos, long grants, long digest, List<String> trace) {}
