package dev.tenure.simulator;

/** One run of a whole cluster, drawn from a seed: trouble first, then healing, calm, and a good end. */
public final class Simulation {
    private Simulation() {}

    /** Runs the seed. The same seed and options give the same result, on every machine and JDK. */
    public static Result run(long seed, Options options) {
        Cluster cluster = new Cluster(seed, options);
        new Story(cluster).play();
        return new Result(
                seed,
                cluster.findings().all(),
                cluster.time().now(),
                cluster.tokens().grants(),
                cluster.trace().digest(),
                cluster.trace().lines());
    }
}
