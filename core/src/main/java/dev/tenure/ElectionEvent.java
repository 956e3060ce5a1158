package dev.tenure;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in an election, as one candidate saw it. Every transition is told once, and in order. Read
 * events by their accessors: later versions may add components, but no kinds without a new major version.
 */
public sealed interface ElectionEvent {

    /** The kinds of events, for a {@code switch} that the compiler checks. */
    enum Kind {
        PRESENT,
        ACQUIRED,
        RESIGNED,
        LOST,
        LEADER_CHANGED,
        WARNING
    }

    /** Returns which kind of event this is. */
    Kind kind();

    /** Returns the election. */
    String election();

    /** Returns when it happened, by this machine's wall clock. */
    Instant at();

    /** Returns why, for programs. */
    Reason reason();

    /** Returns why, in words, for people. */
    String cause();

    /**
     * How things stand as a subscription begins; always the first event a listener hears.
     *
     * @param election the election
     * @param at when the subscription began
     * @param status what this candidate knew then
     */
    record Present(String election, Instant at, Status status) implements ElectionEvent {
        public Present {
            requireNonNull(election, "election");
            requireNonNull(at, "at");
            requireNonNull(status, "status");
        }

        @Override
        public Kind kind() {
            return Kind.PRESENT;
        }

        @Override
        public Reason reason() {
            return status.reason();
        }

        @Override
        public String cause() {
            return "subscribed";
        }
    }

    /**
     * This candidate leads from now on.
     *
     * @param election the election
     * @param at when
     * @param token the fencing token of the term
     * @param reason why, for programs
     * @param cause why, in words
     */
    record Acquired(String election, Instant at, long token, Reason reason, String cause) implements ElectionEvent {
        public Acquired {
            requireNonNull(election, "election");
            requireNonNull(at, "at");
            requireNonNull(reason, "reason");
            requireNonNull(cause, "cause");
        }

        @Override
        public Kind kind() {
            return Kind.ACQUIRED;
        }
    }

    /**
     * This candidate gave its term up willingly: its work has ended, or overran its grace and was cancelled, and nobody
     * else led before. The lease is released as soon as the work has really ended.
     *
     * @param election the election
     * @param at when
     * @param token the fencing token of the term
     * @param reason why, for programs
     * @param cause why, in words
     */
    record Resigned(String election, Instant at, long token, Reason reason, String cause) implements ElectionEvent {
        public Resigned {
            requireNonNull(election, "election");
            requireNonNull(at, "at");
            requireNonNull(reason, "reason");
            requireNonNull(cause, "cause");
        }

        @Override
        public Kind kind() {
            return Kind.RESIGNED;
        }
    }

    /**
     * This candidate lost its term: it was taken, or ran out. Stop now, another may lead already.
     *
     * @param election the election
     * @param at when
     * @param token the fencing token of the term
     * @param reason why, for programs
     * @param cause why, in words
     */
    record Lost(String election, Instant at, long token, Reason reason, String cause) implements ElectionEvent {
        public Lost {
            requireNonNull(election, "election");
            requireNonNull(at, "at");
            requireNonNull(reason, "reason");
            requireNonNull(cause, "cause");
        }

        @Override
        public Kind kind() {
            return Kind.LOST;
        }
    }

    /**
     * Another candidate leads, or nobody does any more, as far as this candidate can see.
     *
     * @param election the election
     * @param at when it was seen
     * @param leader who leads, or null for nobody
     * @param token the fencing token of that term, or of the last known one
     * @param cause how it was seen
     */
    record LeaderChanged(
            String election, Instant at, @Nullable Identity leader, long token, String cause) implements ElectionEvent {
        public LeaderChanged {
            requireNonNull(election, "election");
            requireNonNull(at, "at");
            requireNonNull(cause, "cause");
        }

        @Override
        public Kind kind() {
            return Kind.LEADER_CHANGED;
        }

        @Override
        public Reason reason() {
            return leader == null ? Reason.LEADER_GONE : Reason.LEADER_SEEN;
        }
    }

    /**
     * Something a person should look at; leadership did not change by it.
     *
     * @param election the election
     * @param at when
     * @param reason what, for programs
     * @param cause what, and what to do, in words
     * @param error what was thrown, or null
     */
    record Warning(
            String election,
            Instant at,
            Reason reason,
            String cause,
            @Nullable Throwable error) implements ElectionEvent {
        public Warning {
            requireNonNull(election, "election");
            requireNonNull(at, "at");
            requireNonNull(reason, "reason");
            requireNonNull(cause, "cause");
        }

        @Override
        public Kind kind() {
            return Kind.WARNING;
        }
    }
}
