package dev.tenure.internal.protocol;

import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a campaign follows: what it has seen of the record, when it looks again, and from when on it may claim. */
final class Following {
    private static final int MOST_DOUBLINGS = 6;

    private final CampaignParts parts;
    private final CampaignSetup setup;
    private final Observation observation;
    private final ClaimDelay turn;
    private @Nullable Lease leader;
    private boolean able;
    private boolean closing;
    private boolean mustLook;
    private boolean nudged;
    private boolean nudgedDuringCall;
    private long nextCallNanos;
    private long lastFollowedNanos;
    private int failedClaims;
    private long claimFailedNanos;

    Following(CampaignParts parts, ClockReading now) {
        this.parts = parts;
        this.setup = parts.setup();
        this.observation = setup.observation();
        this.turn = new ClaimDelay(setup, now);
        this.able = setup.options().ableAtFirst();
        this.mustLook = !setup.has(Capability.STORE_CLOCK) || setup.options().observes();
        this.nextCallNanos = now.nanos();
        this.lastFollowedNanos = now.nanos();
    }

    // ---- what happens

    /** Takes in what the record shows to a candidate that does not lead. */
    void saw(Sighting sighting, StoreCalls.Sent call, ClockReading now) {
        if (sighting instanceof Sighting.Unreadable unreadable && !unreadable.equals(observation.latest())) {
            parts.effects()
                    .warning(
                            Reason.RECORD_UNUSABLE,
                            "the record is unreadable, and is replaced if it stays so: " + unreadable.problem(),
                            null,
                            now);
        }
        boolean hadToken = !observation.leavesNoToken();
        note(sighting, call, now);
        if (hadToken && observation.leavesNoToken()) {
            StoreException refusal = Ballot.noHigherToken(setup.election(), sighting.lastToken());
            parts.effects().warning(Reason.RECORD_UNUSABLE, String.valueOf(refusal.getMessage()), refusal, now);
        }
        mustLook = nudgedDuringCall && !(mayLead(now) && isClaimable(now)); // a claim looks, too
        nudgedDuringCall = false;
    }

    /** Takes in what the record shows, without acting on it. */
    void note(Sighting sighting, StoreCalls.Sent call, ClockReading now) {
        observation.note(sighting, call.at().nanos(), now.nanos());
    }

    /** Returns the lease of ours that the record shows although we do not lead, once nobody else can lead beside it. */
    @Nullable Lease ownLease(ClockReading now) {
        return observation.latest() instanceof Sighting.Held held
                        && setup.isSelf(held.lease().holder())
                        && observation.othersAreOver(now)
                ? held.lease()
                : null;
    }

    /** Tells whether no later term than that of the lease was ever seen. */
    boolean isNewest(Lease lease) {
        return observation.isNewest(lease);
    }

    /** Tells of another leader than before, and plans the next call. */
    void planAfter(StoreCalls.Sent call, ClockReading now) {
        tellIfLeaderChanged(now);
        nextCallNanos = nextCall(call, now);
    }

    /**
     * Tracks claim failures: a candidate whose claims keep failing is treated as unable to lead. A claim that only took
     * the place of a look, or that the store has postponed, says nothing about that.
     */
    void claimAnswered(Effect.Claim claim, @Nullable StoreException failure, ClockReading now) {
        if (failure != null
                && (failure.isPostponed() || claim.ballot().condition().succeeds())) {
            return;
        }
        failedClaims = failure == null ? 0 : failedClaims + 1;
        claimFailedNanos = now.nanos();
    }

    /** Tells whether others may count on this candidate: not for a while, ever longer, after its claims have failed. */
    boolean isReliable(ClockReading now) {
        long penalty = setup.timing().ttl().toNanos() << Math.min(failedClaims, MOST_DOUBLINGS);
        return failedClaims < 2 || now.reached(claimFailedNanos + penalty);
    }

    /** A wake-up shortens a follower's wait. It never moves a renewal. */
    void nudge(ClockReading now) {
        mustLook = true;
        nudged = true;
        nudgedDuringCall = parts.calls().isUnderWay();
        nextCallNanos = ClockReading.earlier(nextCallNanos, followed(now));
    }

    /** What counts is when a wake-up was followed, not when it was last looked: a release may come right after that. */
    private long followed(ClockReading now) {
        return parts.pacing().wakeUp(now, turn.isFirst(), lastFollowedNanos);
    }

    void ranked(Input.Ranked ranked, ClockReading now) {
        turn.ranked(ranked);
        claimSoonerIfPossible(now);
    }

    void able(boolean isAble, ClockReading now) {
        able = isAble;
        claimSoonerIfPossible(now);
    }

    void stayBack(Duration coolDown, ClockReading now) {
        turn.stayBack(coolDown, now);
    }

    void close(ClockReading now) {
        closing = true;
        nextCallNanos = now.nanos();
    }

    /** Leads from now on: nobody else does, and its claims have not failed after all. */
    void leads() {
        leader = null;
        failedClaims = 0;
    }

    // ---- what next

    /** Looks before anything else, at the given moment. */
    void lookAt(long nanos) {
        mustLook = true;
        nextCallNanos = nanos;
    }

    void callAt(long nanos) {
        nextCallNanos = nanos;
    }

    /** Calls now if there is a lease to give back, or a wait for an earlier term's end was all that was in the way. */
    void callIfWoundDown(ClockReading now) {
        if (parts.isWoundDown()) {
            nextCallNanos = now.nanos();
        }
    }

    void lookFirst(boolean first) {
        mustLook = first;
    }

    private void claimSoonerIfPossible(ClockReading now) {
        if (observation.latest() != null && mayLead(now)) {
            nextCallNanos =
                    ClockReading.earlier(nextCallNanos, ClockReading.later(now.nanos(), turn.claimAt(observation)));
        }
    }

    private long nextCall(StoreCalls.Sent call, ClockReading now) {
        CallPacing pacing = parts.pacing();
        if (parts.cleanup().toRelease() != null && parts.isWoundDown()) {
            return pacing.soon(now);
        }
        if (mustLook) {
            return followed(now);
        }
        long look = pacing.nextLook(now);
        if (!parts.isWoundDown() || !mayEverLead()) {
            return look;
        }
        long claim = turn.claimAt(observation);
        long spread = now.reached(claim) ? claim : pacing.spread(claim);
        boolean refused = call.call() instanceof Effect.Claim sent
                && !sent.ballot().condition().succeeds(); // which was in place of a look
        return ClockReading.earlier(look, refused ? ClockReading.later(spread, pacing.afterRefusal(now)) : spread);
    }

    boolean mayLead(ClockReading now) {
        return mayEverLead() && parts.isWoundDown() && turn.hasCooledDown(now);
    }

    private boolean mayEverLead() {
        return able && !closing && !setup.options().observes() && !observation.leavesNoToken();
    }

    private boolean isClaimable(ClockReading now) {
        return observation.isClaimable(now) && now.reached(turn.claimAt(observation));
    }

    /** Tells whether nobody leads, as far as was seen, and this candidate only leaves the others a moment. */
    boolean waitsForItsTurn(ClockReading now) {
        return leader == null
                && (mayLead(now) || (mayEverLead() && turn.isWaitingForRank()))
                && observation.isClaimable(now);
    }

    /** Tells whether the record, as last seen, cannot be read. */
    boolean seesNothing() {
        return observation.latest() instanceof Sighting.Unreadable;
    }

    private void tellIfLeaderChanged(ClockReading now) {
        Lease seen = observation.otherLease();
        boolean same = seen == null ? leader == null : leader != null && leader.isSameTerm(seen);
        leader = seen;
        if (!same) {
            parts.effects().leaderChanged(seen, observation.highestToken(), now);
        }
    }

    boolean isDue(ClockReading now) {
        return now.reached(nextCallNanos) && !waitsForTerm();
    }

    /** Sends a claim if it may, and else a look. */
    Effect call(ClockReading now) {
        if (mustLook) {
            lastFollowedNanos = now.nanos();
        }
        boolean succeeds = nudged && maySucceed(now);
        nudged = false;
        if (succeeds) {
            return parts.calls().claim(ClaimCondition.succeeding(observation.highestToken()), now);
        }
        if (!mustLook && mayLead(now) && isClaimable(now)) {
            ClaimCondition condition = observation.condition(now);
            return parts.calls().claim(condition, now);
        }
        return parts.calls().inspect(now);
    }

    /**
     * Tells whether a wake-up may be followed by a claim instead of a look. If the leader gave up, that saves the look;
     * if not, the refusal shows what a look would have. Only the first in order does so, who would claim at once.
     */
    private boolean maySucceed(ClockReading now) {
        return setup.has(Capability.SUCCESSION)
                && turn.isFirst()
                && observation.otherLease() != null
                && !observation.hasSeenRelease()
                && !observation.hasLostTerm(now)
                && mayLead(now)
                && !parts.calls().leaveDoubt(now);
    }

    /** Tells whether the record must be looked at before this campaign can be over. */
    boolean hasDoubts(ClockReading now) {
        return mustLook && parts.calls().leaveDoubt(now);
    }

    private boolean waitsForTerm() {
        return closing && !parts.isWoundDown();
    }

    @Nullable Long wakeAtNanos() {
        return waitsForTerm() ? null : (Long) nextCallNanos;
    }

    @Nullable Lease leader() {
        return leader;
    }

    boolean isClosing() {
        return closing;
    }
}
