package dev.tenure.internal.protocol;

import dev.tenure.Reason;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of a campaign. Each case owns what exists only in that state; the package page draws the transitions, and
 * {@link TermLifecycle} makes them.
 */
sealed interface State {

    /** Returns what was last started for a term, or null. */
    default @Nullable Job job() {
        return null;
    }

    /** Returns the lease that is to be given back, or null. */
    default @Nullable Lease toRelease() {
        return this instanceof Ended ended ? ended.toRelease : null;
    }

    /** Tells whether nothing runs for a term, not even something that was told to stop. */
    default boolean isIdle() {
        Job job = job();
        return job == null || job.hasEnded();
    }

    /** Tells whether something runs for a term that was not told to stop. */
    default boolean isRunning() {
        Job job = job();
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
        HeldTerm term();

        /** Returns the state before the term was asked to end, or this one. */
        default InTerm beforeEnding() {
            return this;
        }

        /** Tells whether listeners were told that the term has begun. */
        default boolean isAnnounced() {
            return beforeEnding() instanceof Leading;
        }

        /** Returns when the takeover delay is over, or null if it is. */
        default @Nullable Long opensAt() {
            return beforeEnding() instanceof Held held ? held.opensAtNanos() : null;
        }

        @Override
        default @Nullable Job job() {
            return term().job;
        }
    }

    /**
     * The lease is granted, but the term is not announced: the takeover delay passes, then the acquire hook runs.
     *
     * @param cause why the term began, for people
     * @param opensAtNanos when the takeover delay is over, or null if it is
     */
    record Held(HeldTerm term, String cause, @Nullable Long opensAtNanos) implements InTerm {}

    /** The term is announced: this candidate leads, and its work runs. */
    record Leading(HeldTerm term) implements InTerm {}

    /**
     * The term was asked to end gracefully, and ends when what runs has finished.
     *
     * @param beforeEnding the state before
     * @param reason why it ends, for programs
     * @param cause why it ends, for people
     * @param coolDown how long this candidate stays back afterwards
     * @param cancelAtNanos when what has not finished by then is cancelled
     * @param successor the instance that shall lead next, or null for anyone
     */
    record Ending(
            InTerm beforeEnding,
            Reason reason,
            String cause,
            Duration coolDown,
            long cancelAtNanos,
            @Nullable String successor)
            implements InTerm {
        @Override
        public HeldTerm term() {
            return beforeEnding.term();
        }

        Ending cancelAt(long nanos) {
            return new Ending(beforeEnding, reason, cause, coolDown, nanos, successor);
        }
    }

    /**
     * The term is over, or was never begun, and something of it is left: work that must stop, a lose hook to run,
     * listeners to wait for, and then a lease to give back. What takes too long leaves the lease to run out instead.
     */
    final class Ended implements State {
        private final long token;
        private final CampaignSetup setup;
        private final long barrierLimitNanos;

        @Nullable Job job;

        @Nullable Lease toRelease;

        Handover to;

        @Nullable Lease loseHookFor;

        boolean awaitsBarriers;
        int failedReleases;

        Ended(Lease lease, @Nullable Job job, Handover to, CampaignSetup setup, ClockReading now) {
            this.token = lease.token();
            this.setup = setup;
            this.barrierLimitNanos = now.plus(setup.patience());
            this.job = job;
            this.toRelease = lease;
            this.to = to;
        }

        void barriersPassed(long ofToken) {
            awaitsBarriers &= ofToken != token;
        }

        /** Tells, once, that listeners who wanted to be waited for have not heard in time. */
        boolean givesUpBarriers(ClockReading now) {
            if (!awaitsBarriers || !now.reached(barrierLimitNanos)) {
                return false;
            }
            awaitsBarriers = false;
            leaveLease();
            return true;
        }

        /** Something goes on that nobody waits for any more: the lease is never released, but runs out. */
        void leaveLease() {
            toRelease = null;
            setup.leaves(token);
        }

        @Override
        public @Nullable Job job() {
            return job;
        }

        @Override
        public boolean isWoundDown() {
            return isIdle() && loseHookFor == null && !awaitsBarriers;
        }

        /** Returns the earlier of the given reading and the one at which listeners are waited for no longer. */
        @Nullable Long wakeAtNanos(@Nullable Long otherwise) {
            return awaitsBarriers ? ClockReading.earliest(otherwise, barrierLimitNanos) : otherwise;
        }
    }

    /** The campaign is over for good. */
    record Finished() implements State {}

    /** A term of ours while it goes on: its lease, how far it is trusted, when it is renewed, what runs for it. */
    final class HeldTerm {
        Lease lease;
        Trust trust;
        long renewAtNanos;

        @Nullable Job job;

        boolean workReturned;

        HeldTerm(Lease lease, Trust trust, long renewAtNanos) {
            this.lease = lease;
            this.trust = trust;
            this.renewAtNanos = renewAtNanos;
        }

        /** A renewal is being sent that may take effect unseen: no more is trusted than it will be worth. */
        void sends(Trust prospective) {
            trust = trust.noMoreThan(prospective);
        }

        /** Takes in what the record really shows; trust is what the attempt that wrote it earned, if any. */
        void found(Lease inRecord, @Nullable Trust earned, long nextRenewalNanos) {
            lease = inRecord;
            if (earned != null && earned.untilNanos() - trust.untilNanos() > 0) {
                trust = earned;
            }
            renewAtNanos = nextRenewalNanos;
        }
    }
}
