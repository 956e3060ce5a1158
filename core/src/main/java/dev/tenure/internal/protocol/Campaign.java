package dev.tenure.internal.protocol;

import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One candidate's campaign in one election: decides what to do next, and does nothing itself.
 *
 * <p>Takes an input and a reading of the clocks, changes its state, and returns the effects. Not thread-safe: the loop
 * that owns it calls it from one thread. The package page draws its states.
 */
public final class Campaign {
    /** After so many failures in a row a release is left to the record itself: it will be seen again, or run out. */
    private static final int RELEASE_TRIES = 3;

    private final CampaignParts parts;
    private final CampaignSetup setup;
    private final StoreCalls calls;
    private final Follower follower;
    private final TermLifecycle terms;

    private ClockReading latest;
    private @Nullable ClockReading lastSeen;
    private @Nullable ClockReading lastDecided;

    public Campaign(CampaignSetup setup, Random random, ClockReading now) {
        this.parts = new CampaignParts(setup, random, now);
        this.setup = setup;
        this.calls = parts.calls;
        this.follower = new Follower(parts, now);
        this.terms = new TermLifecycle(parts, follower);
        this.latest = now;
    }

    /** Takes in when the work last made progress, and whether callers run code under the term on their own threads. */
    public void observeWork(long progressNanos, boolean callersInside) {
        JobState job = parts.state.job();
        if (job != null) {
            job.progressed(progressNanos);
        }
        terms.callersInside = callersInside;
    }

    /** Takes one input and returns what is to be done, in order, after {@link #snapshot} was published. */
    public List<Effect> on(Input input, ClockReading now) {
        latest = now;
        terms.endIfTrustIsOver(now);
        take(input, now);
        advance(now);
        if (now.equals(lastSeen) && !calls.isUnderWay() && (term() != null || !follower.isUndecided(now))) {
            lastDecided = now;
        }
        return parts.takeEffects();
    }

    private State.@Nullable OwnTerm term() {
        return parts.state instanceof State.InTerm current ? current.term() : null;
    }

    private void take(Input input, ClockReading now) {
        if (input instanceof Input.WakeUp) {
            follower.wakeUp(now);
        } else if (input instanceof Input.WorkGiven) {
            terms.workGiven = true;
        } else if (input instanceof Input.JobEnded ended) {
            terms.jobEnded(ended, now);
        } else if (input instanceof Input.Resign resign) {
            terms.resign(resign, now);
        } else if (input instanceof Input.Lost lost) {
            terms.lost(lost, now);
        } else if (input instanceof Input.Able able) {
            follower.able(able.able(), now);
            if (!able.able()) {
                terms.endGracefully(Reason.NOT_ABLE, able.why(), Duration.ZERO, null, now);
            }
        } else if (input instanceof Input.Ranked ranked) {
            follower.ranked(ranked, now);
        } else if (input instanceof Input.BarriersPassed passed) {
            terms.barriersPassed(passed.token(), now);
        } else if (input instanceof Input.Reconfigure news) {
            setup.reconfigure(news.self(), news.timing());
            if (parts.state instanceof State.InTerm current) {
                current.term().renewAtNanos = now.nanos();
            }
        } else if (input instanceof Input.Close) {
            follower.closing = true;
            follower.nextCallNanos = now.nanos();
            terms.endGracefully(Reason.CLOSED, "closed", Duration.ZERO, null, now);
        } else if (!(input instanceof Input.Tick)) {
            answered(input, now);
        }
    }

    private void answered(Input input, ClockReading now) {
        StoreCalls.Sent call = calls.finish(input);
        if (call.call() instanceof Effect.Claim claim) {
            follower.claimAnswered(claim, input instanceof Input.Failed failed ? failed.failure() : null, now);
        }
        if (input instanceof Input.Failed failure) {
            failed(call, failure.failure(), now);
            return;
        }
        calls.succeeded(call);
        lastSeen = now;
        if (input instanceof Input.Claimed claimed) {
            claimed(call, claimed.answer(), now);
        } else if (input instanceof Input.Renewed renewed) {
            Sighting another = terms.renewed(call, renewed.renewal(), now);
            if (another != null) {
                saw(another, call, now);
            }
        } else if (input instanceof Input.Seen seen) {
            saw(seen.sighting(), call, now);
        } else if (input instanceof Input.Released && parts.state instanceof State.Ended ended) {
            ended.toRelease = null;
            follower.mustLook = true;
        }
    }

    private void failed(StoreCalls.Sent call, StoreException failure, ClockReading now) {
        if (calls.failed(call, failure, now)) {
            parts.warn(Reason.STORE_FAILED, "the store failed: " + failure.getMessage(), failure, now);
        }
        follower.nextCallNanos = parts.pacing.afterFailures(calls.failures(), now);
        if (failure.kind() == StoreException.Kind.OUTCOME_UNKNOWN) {
            follower.mustLook = true;
        }
        State.OwnTerm term = term();
        if (term != null) {
            terms.renewalFailed(term, now);
        } else if (call.call() instanceof Effect.Release
                && parts.state instanceof State.Ended ended
                && ++ended.failedReleases >= RELEASE_TRIES) {
            ended.toRelease = null;
            follower.mustLook = !follower.closing;
        } else if (follower.closing && call.call() instanceof Effect.Inspect) {
            follower.mustLook = false;
        }
    }

    private void claimed(StoreCalls.Sent call, Answer answer, ClockReading now) {
        if (answer instanceof Answer.Refused refused) {
            saw(refused.found(), call, now);
        } else if (answer instanceof Answer.Granted granted && call.call() instanceof Effect.Claim claim) {
            Lease lease = granted.lease();
            setup.observation().note(new Sighting.Held(lease, null), call.at().nanos(), now.nanos());
            Sighting replaced = claim.ballot().condition().replacing();
            boolean mayLive = replaced instanceof Sighting.Held || replaced instanceof Sighting.Unreadable;
            boolean hasPredecessor = mayLive || replaced instanceof Sighting.Released;
            TakeoverDelay usual = setup.takeoverDelay();
            Duration unlessSaid = mayLive ? usual.afterExpiry() : usual.afterRelease();
            Duration delay = granted.hold() == null ? unlessSaid : granted.hold();
            terms.leadOrRelease(lease, call.earns(lease), delay, hasPredecessor, "elected", now);
        }
    }

    /** Takes in what the record shows to a candidate that does not lead; a lease of ours in it is settled (R8). */
    private void saw(Sighting sighting, StoreCalls.Sent call, ClockReading now) {
        follower.saw(sighting, call, now);
        Lease ours = setup.observation().ownLease(now);
        if (ours != null) {
            String cause = "elected: a claim whose answer was lost turned out to have been granted";
            boolean isNew =
                    ours.token() > terms.lastEndedToken && setup.observation().isNewest(ours);
            Trust trust = isNew ? calls.trustIn(ours, now) : null;
            Duration delay = setup.takeoverDelay().afterExpiry(); // what it replaced was not seen
            terms.leadOrRelease(ours, trust, delay, true, cause, now);
        }
        follower.planAfter(call, now);
    }

    // ---- what next

    private void advance(ClockReading now) {
        terms.advance(now);
        if (!calls.isUnderWay()) {
            callIfDue(now);
        }
        boolean isIdle = parts.state instanceof State.Following && !calls.isUnderWay();
        if (follower.closing && isIdle && !follower.hasDoubts(now)) {
            parts.state = new State.Finished();
            parts.add(new Effect.Finish());
        }
    }

    private void callIfDue(ClockReading now) {
        if (parts.state instanceof State.InTerm current) {
            if (now.reached(current.term().renewAtNanos)) {
                parts.add(calls.renew(current.term(), now));
            }
        } else if (now.reachedIfAny(follower.wakeAtNanos()) && !(parts.state instanceof State.Finished)) {
            // Never under running work.
            if (parts.state instanceof State.Ended ended && ended.toRelease != null && ended.isWoundDown()) {
                parts.add(calls.release(ended.toRelease, ended.to, now));
            } else if (!follower.closing) {
                parts.add(follower.call(now));
            } else if (follower.hasDoubts(now)) {
                parts.add(calls.inspect(now));
            }
        }
    }

    /** Tells whether this candidate leads on, or could lead if the election were free. */
    public boolean isAble(ClockReading now) {
        return parts.state instanceof State.InTerm
                ? !(parts.state instanceof State.Ending)
                : follower.mayLead(now) && follower.isReliable(now);
    }

    /** Returns when this campaign wants to be ticked, on the monotonic clock, or null if only an answer can move it. */
    public @Nullable Long wakeAtNanos() {
        return terms.wakeAtNanos(
                calls.isUnderWay() || (parts.state instanceof State.Finished) ? null : follower.wakeAtNanos(), latest);
    }

    public Snapshot snapshot() {
        State.OwnTerm term = term();
        return new Snapshot(
                term == null ? null : term.lease,
                term == null ? null : term.trust,
                term != null && term.announced,
                parts.state instanceof State.Ending,
                follower.leader,
                lastSeen,
                calls.failures(),
                calls.isUnderWay() ? null : wakeAtNanos(),
                lastDecided,
                parts.state instanceof State.Finished);
    }
}
