package dev.tenure.simulator.scenario;

import java.util.Set;

/** The kinds of faults. Each seed draws which of them occur in its run. */
public enum FaultKind {
    /** Calls and answers are lost, or land long after their deadline. */
    LOSS,
    /** Calls take long, up to their deadline and beyond. */
    SLOWNESS,
    /** Some machines cannot reach the store. */
    PARTITION,
    /** A process dies, and may start again. */
    CRASH,
    /** A candidate is closed, and may start or stand again. */
    CLOSE,
    /** A process is paused while its clocks run. */
    PAUSE,
    /** A machine sleeps: its monotonic clock stops, its wall clock runs. */
    SLEEP,
    /** A machine's wall clock is set. */
    WALL_STEP,
    /** The store's clock is set. */
    STORE_STEP,
    /** The record vanishes, goes back to an earlier state, or becomes unreadable. */
    RECORD,
    /** A leader is asked to resign. */
    RESIGN,
    /** Many wake-ups arrive without a reason. */
    WAKE_UP,
    /** Work and hooks end, throw, fail to start, stall or do not stop; barriers do not return. */
    BAD_WORK,
    /** A request asks for the end of the current or of another term, with or without a successor. */
    REQUEST,
    /** A candidate becomes able to lead, or unable. */
    ABILITY,
    /** Entries vanish from the roster. */
    ROSTER,
    /** The timing and address of a candidate change. */
    RECONFIGURE,
    /** The engine of a candidate fails, and starts over. */
    ENGINE;

    boolean isPossibleWith(Set<Feature> features) {
        return switch (this) {
            case REQUEST -> features.contains(Feature.REQUESTS);
            case ABILITY -> features.contains(Feature.READINESS);
            case ROSTER -> features.contains(Feature.ROSTER);
            case RECONFIGURE -> features.contains(Feature.RECONFIGURATION);
            default -> true;
        };
    }
}
