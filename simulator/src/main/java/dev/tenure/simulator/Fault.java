package dev.tenure.simulator;

import java.util.Set;

/** The kinds of trouble a seed may inflict. Each seed draws which of them occur in it at all. */
enum Fault {
    /** Calls and answers are lost, or land long after everybody gave them up. */
    LOSS,
    /** Calls take long, up to their deadline and beyond. */
    SLOWNESS,
    /** Some machines cannot reach the store. */
    PARTITION,
    /** A process dies without a word, and may start again. */
    CRASH,
    /** A process is closed in good order, and may start again. */
    CLOSE,
    /** A process stands still while its clocks go on. */
    PAUSE,
    /** A machine sleeps: its monotonic clock stands still, its wall clock goes on. */
    SLEEP,
    /** A machine's wall clock is set. */
    WALL_STEP,
    /** The store's clock is set. */
    STORE_STEP,
    /** The record vanishes, goes back to an earlier state, or becomes unreadable. */
    RECORD,
    /** A leader is asked to resign. */
    RESIGN,
    /** Wake-ups come without reason, many at once. */
    NUDGE,
    /** Work and hooks end, throw, do not start, stand still, or do not stop; barriers do not return. */
    BAD_WORK,
    /** Somebody asks the leader of this or another term to resign, or to transfer to whomever. */
    REQUEST,
    /** A candidate becomes able to lead, or unable. */
    ABILITY,
    /** Entries vanish from the roster. */
    ROSTER,
    /** Timing or address of a candidate change. */
    RECONFIGURE;

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
