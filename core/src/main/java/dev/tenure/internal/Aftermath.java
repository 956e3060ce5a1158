package dev.tenure.internal;

import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a term that has ended: a lease to give back, a lose hook to run, listeners to wait for. Until all of
 * that is done nothing is released, and if it takes too long the lease is left to run out instead.
 */
final class Aftermath {
    private final Setup setup;
    private @Nullable Lease toRelease;
    private Handover to = Handover.toAnyone();
    private @Nullable Lease loseHookFor;
    private int barriers;
    private long awaitedToken;
    private long barrierLimitNanos;

    Aftermath(Setup setup) {
        this.setup = setup;
    }

    /** A term of ours has ended, and listeners are being told, if they were told of its beginning. */
    void begin(Lease ended, Handover handover, boolean announced, Moment now) {
        toRelease = ended;
        to = handover;
        loseHookFor = setup.conduct().loseHook() ? ended : null;
        awaitedToken = announced && barriers > 0 ? ended.token() : 0;
        barrierLimitNanos = now.plus(setup.patience());
    }

    /** A lease of ours turned up that we do not lead by. */
    void giveBack(Lease lease) {
        toRelease = lease;
        to = Handover.toAnyone();
    }

    /** Leaves the lease to run out, or to whoever has it by now. */
    void leaveLease() {
        toRelease = null;
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
        awaitedToken = count == 0 ? 0 : awaitedToken;
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
    boolean gaveUpBarriers(Moment now) {
        if (awaitedToken == 0 || !now.reached(barrierLimitNanos)) {
            return false;
        }
        awaitedToken = 0;
        toRelease = null;
        return true;
    }

    /** Returns the earlier of the given reading and the one at which listeners are waited for no longer. */
    @Nullable Long wakeAtNanos(@Nullable Long otherwise) {
        return awaitedToken == 0 ? otherwise : Moment.earliest(otherwise, barrierLimitNanos);
    }
}
