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
 * <p>Takes an input and a reading of the clocks, changes its state, and returns what is to be done about it. It has no
 * thread, no clock and no I/O, so it is the same object in production, in unit tests and in the simulator. Not
 * thread-safe: the loop that owns it calls it from one thread. The package page draws its states.
 */
public final class Campaign {
    /** After so many failures in a row a release is left to the record itself: it will be seen again, or run out. */
    private static final int RELEASE_TRIES = 3;

    private final CampaignParts parts;
    private final PendingEffects effects;
    private final StoreCalls calls;
    private final CallFailures failures;
    private final TermCleanup cleanup;
    private final Following following;
    private final Leading leading;

    private ClockReading latest;
    private @Nullable ClockReading lastSeen;
    private @Nullable ClockReading lastDecided;
    private int failedReleases;
    private boolean finished;

    public Campaign(CampaignSetup setup, Random random, ClockReading now) {
        this.parts = CampaignParts.of(setup, random, now);
        this.effects = parts.effects();
        this.calls = parts.calls();
        this.failures = parts.failures();
        this.cleanup = parts.cleanup();
        this.following = new Following(parts, now);
        this.leading = new Leading(parts, following);
        this.latest = now;
    }

    /** Takes in when the work last said that it makes progress, on the monotonic clock. */
    public void progressed(long atNanos) {
        parts.jobs().progressed(atNanos);
    }

    /** Takes in whether callers run code of their own under the current term, on their own threads. */
    public void callersInside(boolean inside) {
        parts.jobs().callersInside(inside);
    }

    /** Takes one input and returns what is to be done, in order, after {@link #snapshot} was published. */
    public List<Effect> on(Input input, ClockReading now) {
        latest = now;
        leading.endIfTrustIsOver(now);
        take(input, now);
        advance(now);
        if (now.equals(lastSeen) && !calls.isUnderWay() && !isUndecided(now)) {
            lastDecided = now;
        }
        return effects.drain();
    }

    /**
     * A free seat that others have the first claim to is not decided yet: somebody will lead in a moment. Nor does a
     * record that cannot be read show who leads.
     */
    private boolean isUndecided(ClockReading now) {
        return leading.term() == null && (following.waitsForItsTurn(now) || following.seesNothing());
    }

    private void take(Input input, ClockReading now) {
        if (input instanceof Input.Nudge) {
            following.nudge(now);
        } else if (input instanceof Input.WorkGiven) {
            parts.jobs().given();
        } else if (input instanceof Input.JobEnded ended) {
            leading.jobEnded(ended, now);
        } else if (input instanceof Input.Resign resign) {
            leading.resign(resign, now);
        } else if (input instanceof Input.Lost lost) {
            leading.lost(lost, now);
        } else if (input instanceof Input.Able able) {
            able(able, now);
        } else if (input instanceof Input.Ranked ranked) {
            following.ranked(ranked, now);
        } else if (input instanceof Input.Barriers || input instanceof Input.BarriersPassed) {
            barriers(input, now);
        } else if (input instanceof Input.Reconfigure news) {
            parts.setup().reconfigure(news.self(), news.timing());
            leading.reconfigured(now);
        } else if (input instanceof Input.Close) {
            following.close(now);
            leading.endInGoodOrder(Reason.CLOSED, "closed", now);
        } else if (!(input instanceof Input.Tick)) {
            answered(input, now);
        }
    }

    private void barriers(Input input, ClockReading now) {
        boolean waited = !cleanup.isOver();
        if (input instanceof Input.Barriers barriers) {
            cleanup.barriers(barriers.count());
        } else if (input instanceof Input.BarriersPassed passed) {
            cleanup.passed(passed.token());
        }
        if (waited) {
            following.callIfWoundDown(now);
        }
    }

    private void able(Input.Able able, ClockReading now) {
        following.able(able.able(), now);
        if (!able.able()) {
            leading.endInGoodOrder(Reason.NOT_ABLE, able.why(), now);
        }
    }

    private void answered(Input input, ClockReading now) {
        StoreCalls.Sent call = calls.finish(input);
        if (call.call() instanceof Effect.Claim claim) {
            following.claimAnswered(claim, input instanceof Input.Failed failed ? failed.failure() : null, now);
        }
        if (input instanceof Input.Failed failure) {
            failed(call, failure.failure(), now);
            return;
        }
        failures.clear();
        calls.settle(call);
        lastSeen = now;
        if (input instanceof Input.Claimed claimed) {
            claimed(call, claimed.answer(), now);
        } else if (input instanceof Input.Renewed renewed) {
            Sighting another = leading.renewed(call, renewed.renewal(), now);
            if (another != null) {
                saw(another, call, now);
            }
        } else if (input instanceof Input.Seen seen) {
            saw(seen.sighting(), call, now);
        } else if (input instanceof Input.Released) {
            failedReleases = 0;
            cleanup.forgetLease();
            following.lookFirst(true);
        }
    }

    private void failed(StoreCalls.Sent call, StoreException failure, ClockReading now) {
        boolean unknown = failure.kind() == StoreException.Kind.OUTCOME_UNKNOWN;
        if (!unknown) {
            calls.settle(call);
        }
        if (failures.note(failure, now)) {
            effects.warning(Reason.STORE_FAILED, "the store failed: " + failure.getMessage(), failure, now);
        }
        following.callAt(parts.pacing().afterFailures(failures.count(), now));
        if (unknown) {
            following.lookFirst(true);
        }
        HeldTerm current = leading.term();
        if (current != null) {
            leading.renewalFailed(current, now);
        } else if (call.call() instanceof Effect.Release && ++failedReleases >= RELEASE_TRIES) {
            failedReleases = 0;
            cleanup.forgetLease();
            following.lookFirst(!following.isClosing());
        } else if (following.isClosing() && call.call() instanceof Effect.Inspect) {
            following.lookFirst(false);
        }
    }

    private void claimed(StoreCalls.Sent call, Answer answer, ClockReading now) {
        if (answer instanceof Answer.Granted granted) {
            Lease lease = granted.lease();
            following.note(new Sighting.Held(lease, null), call, now);
            leading.leadOrRelease(lease, call.earns(lease), waitAfter(granted, call), "elected", now);
        } else if (answer instanceof Answer.Refused refused) {
            saw(refused.found(), call, now);
        }
    }

    /** Returns how long a lease granted by this claim is held before its term is opened. */
    private Leading.Wait waitAfter(Answer.Granted granted, StoreCalls.Sent call) {
        TakeoverDelay grace = parts.setup().takeoverDelay();
        Sighting replaced = call.call() instanceof Effect.Claim claim
                ? claim.ballot().condition().replacing()
                : null;
        boolean mayLive = replaced instanceof Sighting.Held || replaced instanceof Sighting.Unreadable;
        Duration hold = mayLive ? grace.afterExpiry() : grace.afterRelease();
        return new Leading.Wait(
                granted.hold() == null ? hold : granted.hold(), mayLive || replaced instanceof Sighting.Released);
    }

    /** Takes in what the record shows to a candidate that does not lead; a lease of ours in it is settled (R8). */
    private void saw(Sighting sighting, StoreCalls.Sent call, ClockReading now) {
        following.saw(sighting, call, now);
        Lease ours = following.ownLease(now);
        if (ours != null && !parts.setup().options().observes()) {
            String cause = "elected: a claim whose answer was lost turned out to have been granted";
            boolean isNew = leading.mayBegin(ours) && following.isNewest(ours);
            Leading.Wait wait = // what it replaced was not seen
                    new Leading.Wait(parts.setup().takeoverDelay().afterExpiry(), true);
            leading.leadOrRelease(ours, isNew ? calls.trustIn(ours, now) : null, wait, cause, now);
        }
        following.planAfter(call, now);
    }

    // ---- what next

    private void advance(ClockReading now) {
        leading.advance(now);
        if (parts.jobs().overstays(now)) {
            String overstayed = "the cancelled work has not stopped: its lease is left to run out, and it may go on"
                    + " beside the next leader";
            effects.warning(Reason.OVERDUE, overstayed, null, now);
            effects.add(new Effect.Kill());
        }
        windDown(now);
        if (!calls.isUnderWay()) {
            callIfDue(now);
        }
        if (following.isClosing() && !finished && isDone(now)) {
            finished = true;
            effects.add(new Effect.Finish());
        }
    }

    private void windDown(ClockReading now) {
        if (parts.jobs().leavesLoseHookBehind(now)) {
            String late = "the lose hook has not ended in time: its lease is left to run out";
            effects.warning(Reason.OVERDUE, late, null, now);
            effects.add(new Effect.Leave());
            cleanup.leaveLease();
        }
        if (cleanup.gaveUpBarriers(now)) {
            String late =
                    "a barrier listener or runIfLeader call has not returned in time: the lease is left to run out";
            effects.warning(Reason.OVERDUE, late, null, now);
        }
        Lease lost = parts.jobs().isIdle() ? cleanup.takeLoseHook() : null;
        if (lost != null) {
            effects.add(parts.jobs().start(Effect.Start.Kind.LOSE_HOOK, lost, now));
        }
    }

    private void callIfDue(ClockReading now) {
        HeldTerm current = leading.term();
        Lease toRelease = cleanup.toRelease();
        if (current != null) {
            if (now.reached(current.renewAtNanos())) {
                effects.add(calls.renew(current, now));
            }
        } else if (following.isDue(now)) {
            if (toRelease != null && parts.isWoundDown()) { // never under running work
                effects.add(calls.release(toRelease, cleanup.to(), now));
            } else if (!following.isClosing()) {
                effects.add(following.call(now));
            } else if (following.hasDoubts(now)) {
                effects.add(calls.inspect(now));
            }
        }
    }

    private boolean isDone(ClockReading now) {
        return leading.term() == null
                && cleanup.toRelease() == null
                && parts.isWoundDown()
                && !calls.isUnderWay()
                && !following.hasDoubts(now);
    }

    /** Tells whether this candidate leads on, or could lead if the election were free. */
    public boolean isAble(ClockReading now) {
        HeldTerm current = leading.term();
        return current == null ? following.mayLead(now) && following.isReliable(now) : current.ending() == null;
    }

    /** Returns when this campaign wants to be ticked, on the monotonic clock, or null if only an answer can move it. */
    public @Nullable Long wakeAtNanos() {
        HeldTerm current = leading.term();
        Long wake = calls.isUnderWay() || finished ? null : following.wakeAtNanos();
        if (current != null) {
            wake = leading.wakeAtNanos(current, latest);
        }
        return cleanup.wakeAtNanos(parts.jobs().wakeAtNanos(wake));
    }

    /** Returns what others may see of this campaign. */
    public Snapshot snapshot() {
        HeldTerm current = leading.term();
        return new Snapshot(
                current == null ? null : current.lease(),
                current == null ? null : current.trust(),
                current != null && current.isAnnounced(),
                current != null && current.ending() != null,
                following.leader(),
                lastSeen,
                failures.count(),
                calls.isUnderWay() ? null : wakeAtNanos(),
                lastDecided,
                finished);
    }
}
