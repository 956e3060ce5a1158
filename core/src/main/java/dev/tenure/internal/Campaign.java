package dev.tenure.internal;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One candidate's campaign in one election: decides what to do next, and does nothing itself.
 *
 * <p>Takes an input and a reading of the clocks, changes its state, and returns what is to be done about it. It has no
 * thread, no clock and no I/O, so it is the same object in production, in unit tests and in the simulator. Not
 * thread-safe: the loop that owns it calls it from one thread. The package page draws its states.
 */
public final class Campaign {
    /** After so many failures in a row a release is left to the record itself: it will be seen again, or run out. */
    private static final int RELEASE_TRIES = 3;

    private final Setup setup;
    private final Timing timing;
    private final Pace pace;
    private final Outbox outbox;
    private final Observation observation;
    private final Calls calls;
    private final Failures failures = new Failures();
    private final WorkWatch work;

    private @Nullable HeldTerm term;
    private @Nullable Lease toRelease;
    private @Nullable Lease leader;
    private Moment latest;
    private @Nullable Moment lastSeen;
    private @Nullable Moment lastDecided;
    private long lastHeardNanos;
    private long lastEndedToken;
    private long nextCallNanos;
    private long notBeforeNanos;
    private boolean mustLook;
    private boolean nudgedDuringCall;
    private boolean closing;
    private boolean finished;

    public Campaign(Setup setup, Random random, Moment now) {
        this.setup = setup;
        this.timing = setup.timing();
        this.pace = new Pace(timing, random);
        this.outbox = new Outbox(setup.election());
        this.calls = new Calls(setup, now);
        this.observation = new Observation(setup.self().instance(), timing);
        this.work = new WorkWatch(timing);
        this.latest = now;
        this.lastHeardNanos = now.nanos();
        this.nextCallNanos = now.nanos();
        this.notBeforeNanos = now.nanos();
        this.mustLook = !setup.storeClock();
    }

    /** Takes one input and returns what is to be done, in order, after {@link #snapshot} was published. */
    public List<Effect> on(Input input, Moment now) {
        latest = now;
        endIfTrustIsOver(now);
        take(input, now);
        advance(now);
        if (now.equals(lastSeen) && !calls.isUnderWay()) {
            lastDecided = now;
        }
        return outbox.drain();
    }

    private void take(Input input, Moment now) {
        if (input instanceof Input.Nudge) {
            nudge(now);
        } else if (input instanceof Input.WorkGiven) {
            work.given();
        } else if (input instanceof Input.WorkEnded ended) {
            workEnded(ended.error(), now);
        } else if (input instanceof Input.Resign resign) {
            endInGoodOrder(resign.cause(), resign.coolDown(), now);
        } else if (input instanceof Input.Close) {
            closing = true;
            nextCallNanos = now.nanos();
            endInGoodOrder("closed", Duration.ZERO, now);
        } else if (!(input instanceof Input.Tick)) {
            answered(input, now);
        }
    }

    private void answered(Input input, Moment now) {
        Calls.Sent call = calls.finish(input);
        lastHeardNanos = now.nanos();
        if (input instanceof Input.Failed failed) {
            failed(call, failed.failure(), now);
            return;
        }
        failures.clear();
        calls.settle(call);
        lastSeen = now;
        if (input instanceof Input.Claimed claimed) {
            claimed(call, claimed.answer(), now);
        } else if (input instanceof Input.Renewed renewed) {
            renewed(call, renewed.renewal(), now);
        } else if (input instanceof Input.Seen seen) {
            saw(seen.sighting(), call, now);
        } else if (input instanceof Input.Released) {
            toRelease = null;
            mustLook = true;
        }
    }

    private void failed(Calls.Sent call, StoreException failure, Moment now) {
        boolean unknown = failure.kind() == StoreException.Kind.OUTCOME_UNKNOWN;
        if (!unknown) {
            calls.settle(call);
        }
        if (failures.note(failure, now)) {
            outbox.trouble("the store failed: " + failure.getMessage(), failure, now);
        }
        nextCallNanos = pace.afterFailures(failures.count(), now);
        mustLook = mustLook || unknown;
        if (term != null) {
            term.renewAt(pace.renewalAfterFailures(failures.count(), now));
        } else if (call.call() instanceof Effect.Release && failures.count() >= RELEASE_TRIES) {
            toRelease = null;
            mustLook = !closing;
        } else if (closing && call.call() instanceof Effect.Inspect) {
            mustLook = false;
        }
    }

    // ---- following

    private void claimed(Calls.Sent call, Answer answer, Moment now) {
        if (answer instanceof Answer.Granted granted) {
            Lease lease = granted.lease();
            observation.note(new Sighting.Held(lease, null), call.at().nanos(), now.nanos());
            leadOrRelease(lease, Trust.earned(call.at(), lease.ttl(), timing), "elected", now);
        } else if (answer instanceof Answer.Refused refused) {
            saw(refused.found(), call, now);
        }
    }

    /** Takes in what the record shows to a candidate that does not lead. */
    private void saw(Sighting sighting, Calls.Sent call, Moment now) {
        if (sighting instanceof Sighting.Unreadable unreadable && !unreadable.equals(observation.latest())) {
            outbox.trouble(
                    "the record is unreadable, and is replaced if it stays so: " + unreadable.problem(), null, now);
        }
        observation.note(sighting, call.at().nanos(), now.nanos());
        mustLook = nudgedDuringCall && !(mayLead(now) && observation.isClaimable(now)); // a claim looks, too
        nudgedDuringCall = false;
        if (sighting instanceof Sighting.Held held
                && setup.isSelf(held.lease().holder())
                && observation.othersAreOver(now)) {
            String cause = "elected: a claim whose answer was lost turned out to have been granted";
            boolean isNew = held.lease().token() > lastEndedToken && observation.isNewest(held.lease());
            leadOrRelease(held.lease(), isNew ? calls.trustIn(held.lease(), now) : null, cause, now);
        }
        tellIfLeaderChanged(now);
        nextCallNanos = nextCall(call, now);
    }

    private long nextCall(Calls.Sent call, Moment now) {
        if (mustLook || (toRelease != null && work.isIdle())) {
            return pace.wakeUp(now, now.nanos());
        }
        long look = pace.nextLook(now);
        if (!work.isIdle()) {
            return look;
        }
        long claim = Moment.later(observation.claimableAtNanos(), notBeforeNanos);
        long spread = now.reached(claim) ? claim : pace.spread(claim);
        boolean refused = call.call() instanceof Effect.Claim;
        return Moment.earlier(look, refused ? Moment.later(spread, pace.afterRefusal(now)) : spread);
    }

    /**
     * Leads by a lease of ours if the attempt that wrote it is still trusted, and else gives it back (R8).
     *
     * @param trust what the very attempt that wrote this lease earned, or null if that is not known
     */
    private void leadOrRelease(Lease lease, @Nullable Trust trust, String cause, Moment now) {
        if (trust != null && trust.holdsAt(now) && mayLead(now)) {
            term = new HeldTerm(lease, trust, pace.renewalAfter(trust.start()));
            leader = null;
            outbox.acquired(lease.token(), cause, now);
        } else {
            toRelease = lease;
        }
    }

    private boolean mayLead(Moment now) {
        return !closing && work.isIdle() && now.reached(notBeforeNanos);
    }

    private void tellIfLeaderChanged(Moment now) {
        Lease seen = observation.otherLease();
        boolean same = seen == null ? leader == null : leader != null && leader.isSameTerm(seen);
        leader = seen;
        if (!same) {
            outbox.leaderChanged(seen, observation.highestToken(), now);
        }
    }

    /** A wake-up shortens a follower's wait. It never moves a renewal. */
    private void nudge(Moment now) {
        mustLook = true;
        nudgedDuringCall = calls.isUnderWay();
        nextCallNanos = Moment.earlier(nextCallNanos, pace.wakeUp(now, lastHeardNanos));
    }

    // ---- leading

    private void renewed(Calls.Sent call, Renewal renewal, Moment now) {
        HeldTerm current = term;
        if (renewal instanceof Renewal.Renewed renewed) {
            Lease lease = renewed.lease();
            observation.note(new Sighting.Held(lease, null), call.at().nanos(), now.nanos());
            if (current == null) {
                toRelease = lease;
            } else {
                Trust trust = Trust.earned(call.at(), lease.ttl(), timing);
                current.renewed(lease, trust, pace.renewalAfter(call.at()));
            }
        } else if (renewal instanceof Renewal.Refused refused) {
            if (current != null
                    && refused.found() instanceof Sighting.Held held
                    && held.lease().isSameTerm(current.lease())) {
                foundOwnTerm(current, held.lease(), now);
            } else {
                endTerm(HeldTerm.lossTo(refused.found()), false, now);
                toRelease = null;
                saw(refused.found(), call, now);
            }
        }
    }

    /** Our own term, but another write of it: an unknown renewal landed after all, or the record went back (R4). */
    private void foundOwnTerm(HeldTerm current, Lease inRecord, Moment now) {
        Trust earned = calls.trustIn(inRecord, now);
        if (inRecord.isSameWrite(current.lease())) {
            current.found(inRecord, earned, pace.renewalAfterFailures(1, now));
        } else {
            current.found(inRecord, earned, earned == null ? now.nanos() : pace.renewalAfter(earned.start()));
        }
    }

    private void endIfTrustIsOver(Moment now) {
        HeldTerm current = term;
        if (current == null || current.trust().holdsAt(now)) {
            return;
        }
        String why = current.trust().leapt(now.nanos(), now.wallMillis())
                ? "the wall clock ran ahead of the monotonic one: the machine slept or its clock was stepped"
                : failures.summary("renewals", now);
        endTerm(why + "; trust ended", false, now);
    }

    private void endInGoodOrder(String cause, Duration coolDown, Moment now) {
        HeldTerm current = term;
        if (current == null || current.ending() != null) {
            return;
        }
        current.end(new HeldTerm.Ending(cause, coolDown, now.plus(setup.grace())));
        if (work.isRunning()) {
            outbox.add(new Effect.AskWork());
        }
    }

    private void workEnded(@Nullable Throwable error, Moment now) {
        boolean byItself = work.ended();
        nextCallNanos = now.nanos();
        if (byItself && error != null) {
            outbox.trouble("the work failed: " + error, error, now);
        }
        HeldTerm current = term;
        if (current != null && current.ending() == null) {
            String cause = error == null ? "the work ended" : "the work failed: " + error;
            Duration coolDown = timing.ttl().multipliedBy(error == null ? 1 : 2);
            current.end(new HeldTerm.Ending(cause, coolDown, now.nanos()));
        }
    }

    /** Ends the term, in the order of R5: not leader, work cancelled, listeners told; released when work ended. */
    private void endTerm(String cause, boolean inGoodOrder, Moment now) {
        HeldTerm ended = term;
        if (ended == null) {
            return;
        }
        term = null;
        toRelease = ended.lease();
        lastEndedToken = ended.lease().token();
        mustLook = true;
        nextCallNanos = work.isRunning() ? pace.nextLook(now) : now.nanos();
        if (ended.ending() != null) {
            notBeforeNanos = now.plus(ended.ending().coolDown());
        }
        if (work.isRunning()) {
            work.cancelled(inGoodOrder ? ended.trust().untilNanos() : now.nanos());
            outbox.add(new Effect.CancelWork());
        }
        if (inGoodOrder) {
            outbox.revoked(lastEndedToken, cause, now);
        } else {
            outbox.fenced(lastEndedToken, cause, now);
        }
    }

    // ---- what next

    private void advance(Moment now) {
        HeldTerm current = term;
        if (current != null) {
            HeldTerm.Ending ending = current.ending();
            if (ending != null && (!work.isRunning() || now.reached(ending.cancelAtNanos()))) {
                endTerm(ending.cause(), true, now);
            } else if (ending == null && work.isDue()) {
                work.started();
                outbox.add(new Effect.StartWork(current.lease()));
            }
        }
        if (work.overstays(now)) {
            String overstayed = "the cancelled work has not stopped: its lease is left to run out, and it may go on"
                    + " beside the next leader";
            outbox.trouble(overstayed, null, now);
            outbox.add(new Effect.KillWork());
        }
        if (!calls.isUnderWay()) {
            callIfDue(now);
        }
        if (closing && !finished && isDone(now)) {
            finished = true;
            outbox.add(new Effect.Finish());
        }
    }

    private void callIfDue(Moment now) {
        HeldTerm current = term;
        if (current != null) {
            if (now.reached(current.renewAtNanos())) {
                outbox.add(calls.renew(current, now));
            }
        } else if (now.reached(nextCallNanos) && !waitsForWork()) {
            if (toRelease != null && work.isIdle()) { // never under running work
                outbox.add(calls.release(toRelease, now));
            } else if (closing) {
                if (mustLook && calls.leaveDoubt(now)) {
                    outbox.add(calls.inspect(now));
                }
            } else if (!mustLook && mayLead(now) && observation.isClaimable(now)) {
                outbox.add(calls.claim(observation.grounds(now), now));
            } else {
                outbox.add(calls.inspect(now));
            }
        }
    }

    private boolean isDone(Moment now) {
        boolean doubts = mustLook && calls.leaveDoubt(now);
        return term == null && toRelease == null && work.isIdle() && !calls.isUnderWay() && !doubts;
    }

    private boolean waitsForWork() {
        return closing && !work.isIdle();
    }

    /** Returns when this campaign wants to be ticked, on the monotonic clock, or null if only an answer can move it. */
    public @Nullable Long wakeAtNanos() {
        HeldTerm current = term;
        Long wake = calls.isUnderWay() || waitsForWork() || finished ? null : (Long) nextCallNanos;
        if (current != null) {
            long end = current.trust().endsNanos(latest);
            wake = calls.isUnderWay() ? end : Moment.earlier(end, current.renewAtNanos());
            if (current.ending() != null) {
                wake = Moment.earlier(wake, current.ending().cancelAtNanos());
            }
        }
        return work.wakeAtNanos(wake);
    }

    /** Returns what others may see of this campaign. */
    public Snapshot snapshot() {
        HeldTerm current = term;
        return new Snapshot(
                current == null ? null : current.lease(),
                current == null ? null : current.trust(),
                current != null && current.ending() != null,
                leader,
                lastSeen,
                failures.count(),
                calls.isUnderWay() ? null : wakeAtNanos(),
                lastDecided,
                finished);
    }
}
