package dev.tenure.internal.protocol;

import dev.tenure.Reason;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a campaign leads: the term it holds, from the lease that began it to the order in which it ends (R5). */
final class Leading {
    private final CampaignParts parts;
    private final CampaignSetup setup;
    private final Following following;
    private @Nullable HeldTerm term;
    private long lastEndedToken;

    Leading(CampaignParts parts, Following following) {
        this.parts = parts;
        this.setup = parts.setup();
        this.following = following;
    }

    @Nullable HeldTerm term() {
        return term;
    }

    // ---- the beginning

    /**
     * How long a lease is held before its term is opened.
     *
     * @param length for how long
     * @param hasPredecessor whether there was a leader before, as far as is known: then people are told what is waited
     *     for
     */
    record Wait(Duration length, boolean hasPredecessor) {}

    /**
     * Leads by a lease of ours if the attempt that wrote it is still trusted, and else gives it back (R8).
     *
     * @param trust what the very attempt that wrote this lease earned, or null if that is not known
     * @param wait how long the lease is held before the term is opened
     */
    void leadOrRelease(Lease lease, @Nullable Trust trust, Wait wait, String cause, ClockReading now) {
        Duration grace = wait.length();
        if (trust == null || !trust.holdsAt(now) || !following.mayLead(now)) {
            parts.cleanup().giveBack(lease, grace);
            return;
        }
        HeldTerm begun = new HeldTerm(lease, trust, renewalOf(trust, now), cause);
        term = begun;
        following.leads();
        if (grace.isZero()) {
            open(begun, now);
        } else {
            begun.opensAt(now.plus(grace));
            if (wait.hasPredecessor()) {
                String waits = cause + ", but leads only in " + CallFailures.seconds(grace)
                        + ": the leader before may not have stopped yet";
                parts.effects().warning(Reason.TAKEOVER_DELAYED, waits, null, now);
            }
        }
    }

    /** Opens a term that was only held so far: the acquire hook is asked, or it is announced at once. */
    private void open(HeldTerm begun, ClockReading now) {
        begun.opened();
        if (setup.options().acquireHook()) {
            parts.effects().add(parts.jobs().start(Effect.Start.Kind.ACQUIRE_HOOK, begun.lease(), now));
        } else {
            announce(begun, now);
        }
    }

    private void announce(HeldTerm current, ClockReading now) {
        current.announced();
        parts.effects().acquired(current.lease().token(), current.cause(), now);
    }

    /** Tells whether a lease of ours is of a term that may still begin: one that has ended never comes back. */
    boolean mayBegin(Lease lease) {
        return lease.token() > lastEndedToken;
    }

    // ---- the middle

    /** Takes in the answer to a renewal. Returns the sighting of another's record, if the term was lost to that. */
    @Nullable Sighting renewed(StoreCalls.Sent call, Renewal renewal, ClockReading now) {
        HeldTerm current = term;
        if (renewal instanceof Renewal.Renewed renewed) {
            Lease lease = renewed.lease();
            following.note(new Sighting.Held(lease, null), call, now);
            if (current == null) {
                parts.cleanup().giveBack(lease, setup.takeoverDelay().afterExpiry());
            } else {
                Trust trust = call.earns(lease);
                boolean outdated = !call.timing().equals(setup.timing());
                current.renewed(lease, trust, outdated ? now.nanos() : renewalOf(trust, now));
            }
        } else if (renewal instanceof Renewal.Refused refused) {
            if (current != null
                    && refused.found() instanceof Sighting.Held held
                    && held.lease().isSameTerm(current.lease())) {
                foundOwnTerm(current, held.lease(), now);
            } else {
                endTerm(Reason.TAKEN, HeldTerm.lossTo(refused.found()), false, now);
                parts.cleanup().forgetLease();
                return refused.found();
            }
        } else if (renewal instanceof Renewal.Lost lost) {
            endTerm(Reason.TAKEN, lost.cause(), false, now);
            parts.cleanup().forgetLease();
        }
        return null;
    }

    /**
     * Renews after an interval, but never later than halfway to the end of trust: the timing may have changed since.
     */
    private long renewalOf(Trust trust, ClockReading now) {
        long halfway = now.nanos() + (trust.endsNanos(now) - now.nanos()) / 2;
        return ClockReading.earlier(parts.pacing().renewalAfter(trust.start()), halfway);
    }

    /** Our own term, but another write of it: an unknown renewal landed after all, or the record went back (R4). */
    private void foundOwnTerm(HeldTerm current, Lease inRecord, ClockReading now) {
        Trust earned = parts.calls().trustIn(inRecord, now);
        if (inRecord.isSameWrite(current.lease())) {
            current.found(inRecord, earned, parts.pacing().renewalAfterFailures(1, now));
        } else {
            current.found(inRecord, earned, earned == null ? now.nanos() : renewalOf(earned, now));
        }
    }

    /** A renewal failed: it is tried again while trust lasts, however long the interval has become since (R4). */
    void renewalFailed(HeldTerm current, ClockReading now) {
        long left = current.trust().endsNanos(now) - now.nanos();
        long retry = parts.pacing().renewalAfterFailures(parts.failures().count(), now);
        boolean tooLate = retry - now.nanos() > left / 2;
        current.renewAt(tooLate && left > setup.timing().interval().toNanos() / 8 ? now.nanos() + left / 2 : retry);
    }

    void reconfigured(ClockReading now) {
        if (term != null) {
            term.renewAt(now.nanos());
        }
    }

    // ---- the end

    void endIfTrustIsOver(ClockReading now) {
        HeldTerm current = term;
        if (current == null || current.trust().holdsAt(now)) {
            return;
        }
        boolean leapt = current.trust().leapt(now);
        String why = leapt
                ? "time ran ahead of the monotonic clock: the machine slept or its clock was stepped"
                : parts.failures().summary("renewals", now);
        endTerm(leapt ? Reason.CLOCK_JUMPED : Reason.TRUST_ENDED, why + "; trust ended", false, now);
    }

    /** A request that names another term is void (R17). */
    void resign(Input.Resign resign, ClockReading now) {
        if (term != null
                && (resign.token() == 0 || resign.token() == term.lease().token())) {
            Reason reason = resign.successor() == null ? Reason.RESIGNED : Reason.TRANSFERRED;
            endInGoodOrder(
                    new HeldTerm.Ending(reason, resign.cause(), resign.coolDown(), grace(now), resign.successor()));
        }
    }

    /** The store says so: what it chose another for is not ours any more, whatever we trust. */
    void lost(Input.Lost lost, ClockReading now) {
        if (term != null && lost.token() == term.lease().token()) {
            endTerm(Reason.TAKEN, lost.cause(), false, now);
        }
    }

    /** Asks the term to end gracefully, for a reason that is no wish to resign. */
    void endInGoodOrder(Reason reason, String cause, ClockReading now) {
        endInGoodOrder(new HeldTerm.Ending(reason, cause, Duration.ZERO, grace(now), null));
    }

    private long grace(ClockReading now) {
        return now.plus(setup.grace());
    }

    private void endInGoodOrder(HeldTerm.Ending ending) {
        HeldTerm current = term;
        if (current == null || current.ending() != null) {
            return;
        }
        current.end(ending);
        if (parts.jobs().isRunning()) {
            parts.effects().add(new Effect.Ask());
        }
    }

    /** Takes in that what ran for a term has really ended. */
    void jobEnded(Input.JobEnded ended, ClockReading now) {
        TermJobs jobs = parts.jobs();
        if (!jobs.isCurrent(ended)) {
            return;
        }
        Effect.Start.Kind kind = jobs.kind();
        boolean byItself = jobs.ended();
        following.callIfWoundDown(now);
        Throwable error = ended.error();
        String what = kind == Effect.Start.Kind.WORK
                ? "the work"
                : kind == Effect.Start.Kind.ACQUIRE_HOOK ? "the acquire hook" : "the lose hook";
        if (byItself && error != null) {
            parts.effects().warning(Reason.WORK_FAILED, what + " failed: " + ended.words(), error, now);
        }
        HeldTerm current = term;
        if (current == null || current.ending() != null) {
            return;
        }
        if (error != null) {
            Duration coolDown = setup.timing().ttl().multipliedBy(2);
            String failed = what + " failed: " + ended.words();
            current.end(new HeldTerm.Ending(Reason.WORK_FAILED, failed, coolDown, now.nanos(), null));
        } else if (kind == Effect.Start.Kind.ACQUIRE_HOOK) {
            announce(current, now);
        } else {
            current.workReturned(); // and leads on without it
        }
    }

    /** Ends the term, in the order of R5: not leader, work cancelled, listeners told; released when work ended. */
    private void endTerm(Reason reason, String cause, boolean inGoodOrder, ClockReading now) {
        HeldTerm ended = term;
        if (ended == null) {
            return;
        }
        term = null;
        lastEndedToken = ended.lease().token();
        HeldTerm.Ending ending = ended.ending();
        parts.cleanup().begin(ended.lease(), handover(ended, now), ended.isAnnounced(), now);
        if (ended.opensAtNanos() != null) {
            parts.cleanup().takeLoseHook(); // the acquire hook was not asked either
        }
        boolean running = parts.jobs().isRunning();
        boolean mustWait = running || !parts.cleanup().isOver();
        following.lookAt(mustWait ? parts.pacing().nextLook(now) : now.nanos());
        if (ending != null) {
            following.stayBack(ending.coolDown(), now);
        }
        if (running) {
            parts.jobs().cancelled(ended.trust(), inGoodOrder ? ended.trust().endsNanos(now) : now.nanos());
            parts.effects().add(new Effect.Cancel());
        }
        tellOfEnd(ended, reason, cause, inGoodOrder, now);
    }

    /** A term that was only held has not waited out its grace: whoever is next must wait for the rest of it. */
    private Handover handover(HeldTerm ended, ClockReading now) {
        Long opensAt = ended.opensAtNanos();
        if (opensAt != null) {
            return Handover.notBefore(Duration.ofNanos(Math.max(1, opensAt - now.nanos())));
        }
        HeldTerm.Ending ending = ended.ending();
        String successor = ending == null ? null : ending.successor();
        return successor == null
                ? Handover.toAnyone()
                : Handover.reservedFor(successor, setup.timing().interval());
    }

    private void tellOfEnd(HeldTerm ended, Reason reason, String cause, boolean inGoodOrder, ClockReading now) {
        if (!ended.isAnnounced()) {
            parts.effects().warning(reason, "a term ended before it was announced: " + cause, null, now);
        } else if (inGoodOrder) {
            parts.effects().resigned(lastEndedToken, reason, cause, now);
        } else {
            parts.effects().lost(lastEndedToken, reason, cause, now);
        }
    }

    // ---- what next

    void advance(ClockReading now) {
        HeldTerm current = term;
        if (current == null) {
            return;
        }
        if (parts.jobs().isStalled(now)) {
            HeldTerm.Ending asked = current.ending();
            Duration coolDown = setup.timing().ttl().multipliedBy(2);
            String stalled =
                    "no progress for " + CallFailures.seconds(setup.options().stallAfter());
            current.end(
                    asked == null
                            ? new HeldTerm.Ending(Reason.NO_PROGRESS, stalled, coolDown, now.nanos(), null)
                            : asked.cancelledAt(now.nanos()));
        }
        Long opensAt = current.opensAtNanos();
        if (opensAt != null && current.ending() == null && now.reached(opensAt)) {
            open(current, now);
        }
        HeldTerm.Ending ending = current.ending();
        if (ending != null && (!parts.jobs().isBusy() || now.reached(ending.cancelAtNanos()))) {
            endTerm(ending.reason(), ending.cause(), true, now);
        } else if (ending == null && current.awaitsWork() && parts.jobs().isWorkDue()) {
            parts.effects().add(parts.jobs().start(Effect.Start.Kind.WORK, current.lease(), now));
        }
    }

    @Nullable Long wakeAtNanos(HeldTerm current, ClockReading latest) {
        long end = current.trust().endsNanos(latest);
        long wake = parts.calls().isUnderWay() ? end : ClockReading.earlier(end, current.renewAtNanos());
        HeldTerm.Ending ending = current.ending();
        if (ending != null) {
            return ClockReading.earlier(wake, ending.cancelAtNanos());
        }
        Long opensAt = current.opensAtNanos();
        return opensAt == null ? (Long) wake : (Long) ClockReading.earlier(wake, opensAt);
    }
}
