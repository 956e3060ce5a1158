package dev.tenure;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something that happened in an election, as one candidate saw it. Every transition is told once, and in order. */
public sealed interface ElectionEvent {

    /** Returns the election. */
    String election();

    /** Returns when it happened, by this machine's wall clock. */
    Instant at();

    /** Returns why, in words. */
    String cause();

    /**
     * How things stand as a subscription begins; always the first event a listener hears.
     *
     * @param election the election
     * @param at when the subscription began
     * @param status what this candidate knew then
     */
    record Present(String election, Instant at, Status status) implements ElectionEvent {
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
     * @param cause why
     */
    record Acquired(String election, Instant at, long token, String cause) implements ElectionEvent {}

    /**
     * This candidate gave its term up in good order: its work has ended, or overran its grace and was cancelled, and
     * nobody else led before. The lease is released as soon as the work has really ended.
     *
     * @param election the election
     * @param at when
     * @param token the fencing token of the term
     * @param cause why
     */
    record Revoked(String election, Instant at, long token, String cause) implements ElectionEvent {}

    /**
     * This candidate lost its term against its will: stop now, another may lead already.
     *
     * @param election the election
     * @param at when
     * @param token the fencing token of the term
     * @param cause why
     */
    record Fenced(String election, Instant at, long token, String cause) implements ElectionEvent {}

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
            String election, Instant at, @Nullable Identity leader, long token, String cause)
            implements ElectionEvent {}

    /**
     * Something a person should look at; leadership did not change by it.
     *
     * @param election the election
     * @param at when
     * @param cause what, and what to do
     * @param error what was thrown, or null
     */
    record Trouble(
            String election,
            Instant at,
            String cause,
            @Nullable Throwable error) implements ElectionEvent {}
}
