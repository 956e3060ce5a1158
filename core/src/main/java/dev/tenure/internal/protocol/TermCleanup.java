package dev.tenure.internal.protocol;

import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a term that has ended: a lease to give back, a lose hook to run, listeners to wait for. Until all of
 * that is done nothing is released, and if it takes too long the lease is left to run out instead.
 */
final class TermCleanup {
    private final CampaignSetup setup;
    private @Nullable Lease toRelease;
    private Handover to = Handover.toAnyone();
    private @Nullable Lease loseHookFor;
    private long endedToken;
    private int barriers;
    private long awaitedToken;
    private long barrierLimitNanos;

    TermCleanup(CampaignSetup setup) {
        this.setup = setup;
    }

    /** A term of ours has ended, and listeners are being told, if they were told of its beginning. */
    void begin(Lease ended, Handover handover, boolean announced, ClockReading now) {
        toRelease = ended;
        endedToken = ended.token();
        to = handover;
        loseHookFor = setup.options().loseHook() ? ended : null;
        awaitedToken = announced && barriers > 0 ? ended.token() : 0;
        barrierLimitNanos = now.plus(setup.patience());
    }

    /**
     * A lease of ours turned up that we do not lead by. It may be the one that waits to be released already, and then
     * stays reserved for whom it was; or one that is to run out, and then stays as it is.
     *
     * @param grace what nobody has waited out who could lead next: the term before may not have stopped yet
     */
    void giveBack(Lease lease, Duration grace) {
        if (lease.token() <= setup.leftToken()) {
            return;
        }
        if (toRelease == null || !toRelease.isSameTerm(lease)) {
            to = grace.isZero() ? Handover.toAnyone() : Handover.notBefore(grace);
        }
        toRelease = lease;
    }

    /** The lease is released, or is another's by now, or will be seen again. */
    void forgetLease() {
        toRelease = null;
    }

    /** Something of the last term goes on that nobody waits for any more: its lease is never released, but runs out. */
    void leaveLease() {
        toRelease = null;
        setup.leaves(endedToken);
    }

    @Nullable Lease toRelease() {
        return toRelease;
    }

    Handover to() {
        return to;
    }

    /** Returns the lease of the term whose lose hook has yet to run, or null; to be asked once nothing else runs. */
    @Nullable Lease takeLoseHook() {
        Lease lease = loseHookFor;
        loseHookFor = null;
        return lease;
    }

    void barriers(int count) {
        barriers = count;
    }

    /** Takes in that all have heard of the end of a term. */
    void passed(long token) {
        awaitedToken = token == awaitedToken ? 0 : awaitedToken;
    }

    /** Tells whether nothing has to happen any more before the lease is given back. */
    boolean isOver() {
        return loseHookFor == null && awaitedToken == 0;
    }

    /** Tells, once, that listeners who wanted to be waited for have not heard in time. */
    boolean gaveUpBarriers(ClockReading now) {
        if (awaitedToken == 0 || !now.reached(barrierLimitNanos)) {
            return false;
        }
        awaitedToken = 0;
        leaveLease();
        return true;
    }

    /** Returns the earlier of the given reading and the one at which listeners are waited for no longer. */
    @Nullable Long wakeAtNanos(@Nullable Long otherwise) {
        return awaitedToken == 0 ? otherwise : ClockReading.earliest(otherwise, barrierLimitNanos);
    }
}
