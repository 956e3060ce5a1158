package dev.tenure.simulator.scenario;

/**
 * Settings of a run that the seed does not determine.
 *
 * @param nodes the number of machines, or 0 to draw it from the seed
 * @param driftMillionths how far the rate of a clock may be off, in millionths; the engine tolerates 50,000
 * @param traced whether to record a trace
 */
public record RunOptions(int nodes, int driftMillionths, boolean traced) {
    /** The drift that the rules allow: 5 %. */
    private static final int ALLOWED_DRIFT = 50_000;

    /** Returns the options of an ordinary run. */
    public static RunOptions standard() {
        return new RunOptions(0, ALLOWED_DRIFT, false);
    }

    /** Returns these options with tracing. */
    public RunOptions withTrace() {
        return new RunOptions(nodes, driftMillionths, true);
    }

    /** Returns these options with another drift. */
    public RunOptions withDrift(int newDriftMillionths) {
        return new RunOptions(nodes, newDriftMillionths, traced);
    }

    /** Returns these options with a fixed number of machines. */
    public RunOptions withNodes(int newNodes) {
        return new RunOptions(newNodes, driftMillionths, traced);
    }
}
