package dev.tenure.internal.protocol;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Moves a campaign from state to state: how a term begins, is renewed, ends, and what is then left of it (R5). */
final class TermLifecycle {
    private final CampaignParts parts;
    private final CampaignSetup setup;
    private final Follower follower;
    private long starts;
    /** Terms up to this one have ended, and never come back. */
    long lastEndedToken;
    /** Whether there is work to run in every term. */
    boolean workGiven;
    /** Whether callers run code under the current term, on their own threads. */
    boolean callersInside;

    TermLifecycle(CampaignParts parts, Follower follower) {
        this.parts = parts;
        this.setup = parts.setup;
        this.follower = follower;
    }

    // ---- the beginning

    /**
     * Leads by a lease of ours if the attempt that wrote it is still trusted, and else gives it back (R8).
     *
     * @param trust what the very attempt that wrote this lease earned, or null if that is not known
     * @param delay how long the lease is held before its term is opened
     * @param hasPredecessor whether a leader before is known: then people are told what is waited for
     */
    void leadOrRelease(
            Lease lease,
            @Nullable Trust trust,
            Duration delay,
            boolean hasPredecessor,
            String cause,
            ClockReading now) {
        if (trust == null || !trust.holdsAt(now) || !follower.mayLead(now)) {
            giveBack(lease, delay);
            return;
        }
        State.OwnTerm term = new State.OwnTerm(lease, trust, renewalAfter(trust, now));
        follower.termBegins();
        if (delay.isZero()) {
            open(term, cause, now);
            return;
        }
        term.opensAtNanos = now.plus(delay);
        parts.state = new State.Held(term, cause);
        if (hasPredecessor) {
            String waits = cause + ", but leads only in " + ClockReading.seconds(delay)
                    + ": the leader before may not have stopped yet";
            parts.warn(Reason.TAKEOVER_DELAYED, waits, null, now);
        }
    }

    /** Gives a lease of ours back, unless it is to run out; the next leader waits out the delay that we have not. */
    private void giveBack(Lease lease, Duration delay) {
        if (lease.token() <= setup.leftToken()) {
            return;
        }
        Handover to = delay.isZero() ? Handover.toAnyone() : Handover.notBefore(delay);
        if (parts.state instanceof State.Ended ended) {
            boolean isKnown = ended.toRelease != null && ended.toRelease.isSameTerm(lease);
            ended.to = isKnown ? ended.to : to; // and stays reserved as it was
            ended.toRelease = lease;
        } else {
            parts.state = new State.Ended(lease, null, to);
        }
    }

    /** Opens a term that was only held so far: the acquire hook is asked, or it is announced at once. */
    private void open(State.OwnTerm term, String cause, ClockReading now) {
        term.opensAtNanos = null;
        State.Held held = new State.Held(term, cause);
        parts.state = held;
        if (setup.options().acquireHook()) {
            term.job = start(Effect.Start.Kind.ACQUIRE_HOOK, term.lease, now);
        } else {
            announce(held, now);
        }
    }

    private void announce(State.Held held, ClockReading now) {
        parts.state = new State.Leading(held.term());
        held.term().announced = true;
        long token = held.term().lease.token();
        parts.tell(new ElectionEvent.Acquired(setup.election(), now.instant(), token, Reason.ELECTED, held.cause()));
    }

    private JobState start(Effect.Start.Kind kind, Lease lease, ClockReading now) {
        starts++;
        parts.add(new Effect.Start(kind, lease, starts));
        return new JobState(kind, starts, setup, now);
    }

    // ---- the middle

    /** Takes in the answer to a renewal. Returns the sighting of another's record if the term was lost to that. */
    @Nullable Sighting renewed(StoreCalls.Sent call, Renewal renewal, ClockReading now) {
        State.OwnTerm term = parts.state instanceof State.InTerm current ? current.term() : null;
        if (renewal instanceof Renewal.Renewed renewed) {
            Lease lease = renewed.lease();
            setup.observation().note(new Sighting.Held(lease, null), call.at().nanos(), now.nanos());
            if (term == null) {
                giveBack(lease, setup.takeoverDelay().afterExpiry());
            } else {
                boolean outdated = !call.timing().equals(setup.timing());
                term.lease = lease;
                term.trust = call.earns(lease);
                term.renewAtNanos = outdated ? now.nanos() : renewalAfter(term.trust, now);
            }
        } else if (renewal instanceof Renewal.Refused refused) {
            if (term != null
                    && refused.found() instanceof Sighting.Held held
                    && held.lease().isSameTerm(term.lease)) {
                foundOwnTerm(term, held.lease(), now);
            } else {
                lose(lossTo(refused.found()), now);
                return refused.found();
            }
        } else if (renewal instanceof Renewal.Lost lost) {
            lose(lost.cause(), now);
        }
        return null;
    }

    /** Renews after an interval, but never later than halfway to the end of trust: the timing may have changed. */
    private long renewalAfter(Trust trust, ClockReading now) {
        long halfway = now.nanos() + (trust.endsNanos(now) - now.nanos()) / 2;
        return ClockReading.earlier(parts.pacing.renewalAfter(trust.start()), halfway);
    }

    /** Our own term, but another write of it: an unknown renewal landed after all, or the record went back (R4). */
    private void foundOwnTerm(State.OwnTerm term, Lease inRecord, ClockReading now) {
        Trust earned = parts.calls.trustIn(inRecord, now);
        if (inRecord.isSameWrite(term.lease)) {
            term.renewAtNanos = parts.pacing.renewalAfterFailures(1, now);
        } else {
            term.renewAtNanos = earned == null ? now.nanos() : renewalAfter(earned, now);
        }
        term.lease = inRecord;
        if (earned != null && earned.untilNanos() - term.trust.untilNanos() > 0) {
            term.trust = earned;
        }
    }

    /** A renewal failed: it is tried again while trust lasts, however long the interval has become since (R4). */
    void renewalFailed(State.OwnTerm term, ClockReading now) {
        long left = term.trust.endsNanos(now) - now.nanos();
        long retry = parts.pacing.renewalAfterFailures(parts.calls.failures(), now);
        boolean tooLate = retry - now.nanos() > left / 2;
        term.renewAtNanos = tooLate && left > setup.timing().interval().toNanos() / 8 ? now.nanos() + left / 2 : retry;
    }

    // ---- the end

    void endIfTrustIsOver(ClockReading now) {
        if (parts.state instanceof State.InTerm current && !current.term().trust.holdsAt(now)) {
            boolean leapt = current.term().trust.leapt(now);
            String why = leapt
                    ? "time ran ahead of the monotonic clock: the machine slept or its clock was stepped"
                    : parts.calls.whyNotRenewed(now);
            endTerm(current, leapt ? Reason.CLOCK_JUMPED : Reason.TRUST_ENDED, why + "; trust ended", false, now);
        }
    }

    /** A request that names another term is void (R17). */
    void resign(Input.Resign resign, ClockReading now) {
        boolean isMeant = parts.state instanceof State.InTerm current
                && resign.token() == current.term().lease.token();
        if (isMeant || resign.token() == 0) {
            endGracefully(resign.reason(), resign.cause(), resign.coolDown(), resign.successor(), now);
        }
    }

    /** The store says so: what it chose another for is not ours any more, whatever we trust. */
    void lost(Input.Lost lost, ClockReading now) {
        if (parts.state instanceof State.InTerm current && current.term().lease.token() == lost.token()) {
            endTerm(current, Reason.TAKEN, lost.cause(), false, now);
        }
    }

    void endGracefully(Reason reason, String cause, Duration coolDown, @Nullable String successor, ClockReading now) {
        if (parts.state instanceof State.InTerm current && !(current instanceof State.Ending)) {
            parts.state = new State.Ending(current.term(), reason, cause, coolDown, now.plus(setup.grace()), successor);
            if (parts.state.isRunning()) {
                parts.add(new Effect.Ask());
            }
        }
    }

    /** Takes in that what ran for a term has really ended. */
    void jobEnded(Input.JobEnded ended, ClockReading now) {
        JobState job = parts.state.job();
        if (job == null || !job.isCurrent(ended.number())) {
            return;
        }
        boolean byItself = job.ended();
        follower.callIfWoundDown(now);
        Throwable error = ended.error();
        String failed = job.name() + " failed: " + ended.words();
        if (byItself && error != null) {
            parts.warn(Reason.WORK_FAILED, failed, error, now);
        }
        if (error != null && parts.state instanceof State.InTerm current && !(current instanceof State.Ending)) {
            fail(current, Reason.WORK_FAILED, failed, now);
        } else if (parts.state instanceof State.Held held) {
            announce(held, now);
        } else if (parts.state instanceof State.Leading leading) {
            leading.term().workReturned = true; // and leads on without it
        }
    }

    /** Ends a term without grace, and stays back: the work failed here, and may do better elsewhere (R10). */
    private void fail(State.InTerm current, Reason reason, String cause, ClockReading now) {
        Duration coolDown = setup.timing().ttl().multipliedBy(2);
        parts.state = new State.Ending(current.term(), reason, cause, coolDown, now.nanos(), null);
    }

    /** The record is of another term: there is nothing to release. */
    private void lose(String cause, ClockReading now) {
        if (parts.state instanceof State.InTerm current) {
            endTerm(current, Reason.TAKEN, cause, false, now);
        }
        if (parts.state instanceof State.Ended ended) {
            ended.toRelease = null;
        }
    }

    private static String lossTo(Sighting found) {
        if (found instanceof Sighting.Held held) {
            return "the lease is held by " + held.lease().holder().name() + " with token "
                    + held.lease().token();
        }
        return found instanceof Sighting.Never ? "the record has vanished" : "the record is no longer ours: " + found;
    }

    /** Ends the term, in the order of R5: not leader, work cancelled, listeners told; released when work ended. */
    private void endTerm(State.InTerm current, Reason reason, String cause, boolean gracefully, ClockReading now) {
        State.OwnTerm term = current.term();
        lastEndedToken = term.lease.token();
        boolean running = current.isRunning();
        State.Ended ended = new State.Ended(term.lease, term.job, handover(current, now));
        boolean opened = term.opensAtNanos == null; // else the acquire hook was not asked either
        ended.loseHookFor = setup.options().loseHook() && opened ? term.lease : null;
        ended.barrierLimitNanos = term.announced ? (Long) now.plus(setup.patience()) : null;
        parts.state = ended;
        boolean mustWait = running || !ended.isWoundDown();
        follower.mustLook = true;
        follower.nextCallNanos = mustWait ? parts.pacing.nextLook(now) : now.nanos();
        if (current instanceof State.Ending ending) {
            follower.stayBack(ending.coolDown(), now);
        }
        if (running && term.job != null) {
            long stopBy = (gracefully ? term.trust.endsNanos(now) : now.nanos()) + term.trust.stopNanos();
            term.job.cancelled(stopBy);
            parts.add(new Effect.Cancel(stopBy));
        }
        if (!term.announced) {
            parts.warn(reason, "a term ended before it was announced: " + cause, null, now);
        } else if (gracefully) {
            parts.tell(new ElectionEvent.Resigned(setup.election(), now.instant(), lastEndedToken, reason, cause));
        } else {
            parts.tell(new ElectionEvent.Lost(setup.election(), now.instant(), lastEndedToken, reason, cause));
        }
    }

    /** A term that was only held has not waited out the takeover delay: the next leader must wait for the rest. */
    private Handover handover(State.InTerm current, ClockReading now) {
        Long opensAt = current.term().opensAtNanos;
        if (opensAt != null) {
            return Handover.notBefore(Duration.ofNanos(Math.max(1, opensAt - now.nanos())));
        }
        String successor = current instanceof State.Ending ending ? ending.successor() : null;
        return successor == null
                ? Handover.toAnyone()
                : Handover.reservedFor(successor, setup.timing().interval());
    }

    void barriersPassed(long token, ClockReading now) {
        if (parts.state instanceof State.Ended ended && ended.barrierLimitNanos != null && ended.token == token) {
            ended.barrierLimitNanos = null;
            follower.callIfWoundDown(now);
        }
    }

    // ---- what next

    void advance(ClockReading now) {
        JobState job = parts.state.job();
        boolean stalled = job != null && job.isStalled(now);
        if (stalled && parts.state instanceof State.InTerm current && !(current instanceof State.Ending)) {
            Duration limit = setup.options().stallAfter();
            fail(current, Reason.NO_PROGRESS, "no progress for " + ClockReading.seconds(limit), now);
        }
        if (parts.state instanceof State.Held held && now.reachedIfAny(held.term().opensAtNanos)) {
            open(held.term(), held.cause(), now);
        }
        if (parts.state instanceof State.Ending ending) {
            boolean busy = ending.isRunning() || callersInside;
            if (!busy || stalled || now.reached(ending.cancelAtNanos())) {
                endTerm(ending, ending.reason(), ending.cause(), true, now);
            }
        } else if (parts.state instanceof State.Leading leading
                && workGiven
                && leading.isIdle()
                && !leading.term().workReturned) {
            leading.term().job = start(Effect.Start.Kind.WORK, leading.term().lease, now);
        }
        if (parts.state instanceof State.Ended ended) {
            windDown(ended, now);
        }
    }

    private void windDown(State.Ended ended, ClockReading now) {
        JobState job = ended.job();
        if (job != null && job.overruns(now)) {
            if (job.hasEnded()) {
                leaveLease(ended, "the lose hook has not ended in time: its lease is left to run out", now);
                parts.add(new Effect.Abandon());
            } else {
                String overstayed = "the cancelled work has not stopped: its lease is left to run out, and it may go on"
                        + " beside the next leader";
                parts.warn(Reason.OVERDUE, overstayed, null, now);
                parts.add(new Effect.Kill());
            }
        }
        if (now.reachedIfAny(ended.barrierLimitNanos)) {
            ended.barrierLimitNanos = null;
            String late =
                    "a barrier listener or runIfLeader call has not returned in time: the lease is left to run out";
            leaveLease(ended, late, now);
        }
        if (ended.loseHookFor != null && ended.isIdle()) {
            ended.job = start(Effect.Start.Kind.LOSE_HOOK, ended.loseHookFor, now);
            ended.loseHookFor = null;
        }
        if (ended.isWoundDown() && ended.toRelease == null) {
            parts.state = new State.Following();
        }
    }

    /** Something goes on that nobody waits for any more: the lease is never released, but runs out. */
    private void leaveLease(State.Ended ended, String why, ClockReading now) {
        parts.warn(Reason.OVERDUE, why, null, now);
        ended.toRelease = null;
        setup.leaveToExpire(ended.token);
    }

    /** Returns when something of a term falls due, or the given reading if that is earlier or there is no term. */
    @Nullable Long wakeAtNanos(@Nullable Long otherwise, ClockReading latest) {
        Long wake = otherwise;
        if (parts.state instanceof State.InTerm current) {
            State.OwnTerm term = current.term();
            long end = term.trust.endsNanos(latest);
            wake = parts.calls.isUnderWay() ? end : ClockReading.earlier(end, term.renewAtNanos);
            Long due = current instanceof State.Ending ending ? (Long) ending.cancelAtNanos() : term.opensAtNanos;
            wake = ClockReading.earliest(wake, due);
        }
        return ClockReading.earliest(wake, parts.state.dueNanos());
    }
}
