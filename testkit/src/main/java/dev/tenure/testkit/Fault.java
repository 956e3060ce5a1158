package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A fault of one call to a {@link FaultyStore}. Immutable, apart from its gates.
 *
 * @param outcome how the call ends
 * @param before where the call waits before it reaches the store, or null
 * @param after where the answer waits before it reaches the caller, or null
 */
public record Fault(
        Outcome outcome,
        @Nullable CallGate before,
        @Nullable CallGate after) {

    /** How a call ends. */
    public enum Outcome {
        /** It is carried out and answered. */
        ANSWERED,

        /** It is not carried out, and the caller knows. */
        UNREACHABLE,

        /** It is not carried out, and the caller cannot know. */
        REQUEST_LOST,

        /** It is carried out, and the caller cannot know. */
        ANSWER_LOST,

        /** The caller cannot know, and it is carried out when the test says so: {@link FaultyStore#landLate}. */
        LANDS_LATE
    }

    public Fault {
        requireNonNull(outcome, "outcome");
    }

    /** Returns a call that goes right. */
    public static Fault none() {
        return new Fault(Outcome.ANSWERED, null, null);
    }

    /** Returns a call that fails before it has any effect. */
    public static Fault unreachable() {
        return new Fault(Outcome.UNREACHABLE, null, null);
    }

    /** Returns a call that never reaches the store, of which the caller learns only that it knows nothing. */
    public static Fault requestLost() {
        return new Fault(Outcome.REQUEST_LOST, null, null);
    }

    /** Returns a call that takes effect, of which the caller learns only that it knows nothing. */
    public static Fault answerLost() {
        return new Fault(Outcome.ANSWER_LOST, null, null);
    }

    /** Returns a call that takes effect long after its caller gave it up. */
    public static Fault landsLate() {
        return new Fault(Outcome.LANDS_LATE, null, null);
    }

    /** Returns this fault, with the request waiting at the gate first: a call that hangs, or comes slowly. */
    public Fault heldBefore(CallGate gate) {
        return new Fault(outcome, gate, after);
    }

    /** Returns this fault, with its outcome waiting at the gate at last: an answer that comes slowly. */
    public Fault heldAfter(CallGate gate) {
        return new Fault(outcome, before, gate);
    }
}
