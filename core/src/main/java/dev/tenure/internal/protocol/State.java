package dev.tenure.internal.protocol;

import dev.tenure.Reason;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of a campaign. Each case owns what exists only in that state; the package page draws the transitions, and
 * {@link TermLifecycle} makes them. {@link Campaign} makes the last one, to {@link Finished}.
 */
sealed interface State {

    /** Returns what was last started for a term, or null. */
    default @Nullable JobState job() {
        return null;
    }

    /** Returns when something of a term falls due, or null. */
    default @Nullable Long dueNanos() {
        JobState job = job();
        return job == null ? null : job.dueNanos();
    }

    /** Tells whether nothing runs for a term, not even something that was told to stop. */
    default boolean isIdle() {
        JobState job = job();
        return job == null || job.hasEnded();
    }

    /** Tells whether something runs for a term that was not told to stop. */
    default boolean isRunning() {
        JobState job = job();
        return job != null && job.isRunning();
    }

    /** Tells whether nothing of an earlier term goes on: only then is its lease released, or another one claimed. */
    default boolean isWoundDown() {
        return isIdle();
    }

    /** This candidate has no term, and nothing is left of an earlier one: it looks, waits and claims. */
    record Following() implements State {}

    /** This candidate has a term, and renews its lease: held, leading or ending. */
    sealed interface InTerm extends State {
        OwnTerm term();

        @Override
        default @Nullable JobState job() {
            return term().job;
        }
    }

    /**
     * The lease is granted, but the term is not announced: the takeover delay passes, then the acquire hook runs.
     *
     * @param cause why the term began, for people
     */
    record Held(OwnTerm term, String cause) implements InTerm {}

    /** The term is announced: this candidate leads, and its work runs. */
    record Leading(OwnTerm term) implements InTerm {}

    /**
     * The term was asked to end gracefully, and ends when what runs has finished.
     *
     * @param reason why it ends, for programs
     * @param cause why it ends, for people
     * @param coolDown how long this candidate stays back afterwards
     * @param cancelAtNanos when what has not finished by then is cancelled
     * @param successor the instance that shall lead next, or null for anyone
     */
    record Ending(
            OwnTerm term,
            Reason reason,
            String cause,
            Duration coolDown,
            long cancelAtNanos,
            @Nullable String successor)
            implements InTerm {}

    /**
     * The term is over, or was never begun, and something of it is left: work that must stop, a lose hook to run,
     * listeners to wait for, and then a lease to give back. What takes too long leaves the lease to run out instead.
     */
    final class Ended implements State {
        final long token;

        @Nullable JobState job;

        @Nullable Lease toRelease;

        Handover to;

        @Nullable Lease loseHookFor;
        /** Until when barriers are waited for, or null if they are not. */
        @Nullable Long barrierLimitNanos;

        int failedReleases;

        Ended(Lease lease, @Nullable JobState job, Handover to) {
            this.token = lease.token();
            this.job = job;
            this.toRelease = lease;
            this.to = to;
        }

        @Override
        public @Nullable JobState job() {
            return job;
        }

        @Override
        public boolean isWoundDown() {
            return isIdle() && loseHookFor == null && barrierLimitNanos == null;
        }

        @Override
        public @Nullable Long dueNanos() {
            return ClockReading.earliest(State.super.dueNanos(), barrierLimitNanos);
        }
    }

    /** The campaign is over for good. */
    record Finished() implements State {}

    /** A term of ours while it goes on: its lease, how far it is trusted, when it is renewed, what runs for it. */
    final class OwnTerm {
        Lease lease;
        Trust trust;
        long renewAtNanos;

        @Nullable JobState job;
        /** When the takeover delay is over, or null if it is. */
        @Nullable Long opensAtNanos;

        boolean announced;
        boolean workReturned;

        OwnTerm(Lease lease, Trust trust, long renewAtNanos) {
            this.lease = lease;
            this.trust = trust;
            this.renewAtNanos = renewAtNanos;
        }
    }
}
