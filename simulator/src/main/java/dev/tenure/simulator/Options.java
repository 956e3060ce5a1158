package dev.tenure.simulator;

/**
 * What a run does not draw.
 *
 * @param nodes how many machines there are, or 0 to draw that too
 * @param driftMillionths how far a clock's rate may be off, in millionths; the engine is made for 50,000
 * @param traced whether to write down what happens
 */
public record Options(int nodes, int driftMillionths, boolean traced) {
    /** How far clocks may run apart from the true time by the rules: 5 %. */
    private static final int ALLOWED_DRIFT = 50_000;

    /** Returns the options of an ordinary run. */
    public static Options standard() {
        return new Options(0, ALLOWED_DRIFT, false);
    }

    /** Returns these options with tracing. */
    public Options withTrace() {
        return new Options(nodes, driftMillionths, true);
    }

    /** Returns these options with another drift. */
    public Options withDrift(int newDriftMillionths) {
        return new Options(nodes, newDriftMillionths, traced);
    }

    /** Returns these options with a fixed number of machines. */
    public Options withNodes(int newNodes) {
        return new Options(newNodes, driftMillionths, traced);
    }
}
