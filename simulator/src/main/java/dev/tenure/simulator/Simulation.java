package dev.tenure.simulator;

import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.scenario.RunOptions;

/** Runs one cluster in virtual time, as its seed determines. */
public final class Simulation {
    private Simulation() {}

    /** Runs a seed. The same seed and options give the same result on every machine and JDK. */
    public static RunResult run(long seed, RunOptions options) {
        Cluster cluster = new Cluster(seed, options);
        new RunPhases(cluster).run();
        return new RunResult(
                seed,
                cluster.findings().all(),
                cluster.time().now(),
                cluster.tokens().grants(),
                cluster.trace().digest(),
                cluster.trace().lines());
    }
}
