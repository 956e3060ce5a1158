package dev.tenure.internal;

import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Grounds;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a campaign follows: what it has seen of the record, when it looks again, and from when on it may claim. */
final class Following {
    private static final int MOST_DOUBLINGS = 6;

    private final Desk desk;
    private final Setup setup;
    private final Observation observation;
    private final Turn turn;
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

    Following(Desk desk, Moment now) {
        this.desk = desk;
        this.setup = desk.setup();
        this.observation = setup.observation();
        this.turn = new Turn(setup, now);
        this.able = setup.conduct().ableAtFirst();
        this.mustLook = !setup.has(Capability.STORE_CLOCK) || setup.conduct().observes();
        this.nextCallNanos = now.nanos();
        this.lastFollowedNanos = now.nanos();
    }

    // ---- what happens

    /** Takes in what the record shows to a candidate that does not lead. */
    void saw(Sighting sighting, Calls.Sent call, Moment now) {
        if (sighting instanceof Sighting.Unreadable unreadable && !unreadable.equals(observation.latest())) {
            desk.outbox()
                    .trouble(
                            "the record is unreadable, and is replaced if it stays so: " + unreadable.problem(),
                            null,
                            now);
        }
        boolean hadToken = !observation.leavesNoToken();
        note(sighting, call, now);
        if (hadToken && observation.leavesNoToken()) {
            StoreException refusal = Ballot.noHigherToken(setup.election(), sighting.lastToken());
            desk.outbox().trouble(String.valueOf(refusal.getMessage()), refusal, now);
        }
        mustLook = nudgedDuringCall && !(mayLead(now) && isClaimable(now)); // a claim looks, too
        nudgedDuringCall = false;
    }

    /** Takes in what the record shows, without acting on it. */
    void note(Sighting sighting, Calls.Sent call, Moment now) {
        observation.note(sighting, call.at().nanos(), now.nanos());
    }

    /** Returns the lease of ours that the record shows although we do not lead, once nobody else can lead beside it. */
    @Nullable Lease ownLease(Moment now) {
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
    void planAfter(Calls.Sent call, Moment now) {
        tellIfLeaderChanged(now);
        nextCallNanos = nextCall(call, now);
    }

    /**
     * Tracks claim failures: a candidate whose claims keep failing is treated as unable to lead. A claim that only took
     * the place of a look, or that the store has postponed, says nothing about that.
     */
    void claimAnswered(Effect.Claim claim, @Nullable StoreException failure, Moment now) {
        if (failure != null
                && (failure.isPostponed() || claim.ballot().grounds().succeeds())) {
            return;
        }
        failedClaims = failure == null ? 0 : failedClaims + 1;
        claimFailedNanos = now.nanos();
    }

    /** Tells whether others may count on this candidate: not for a while, ever longer, after its claims have failed. */
    boolean isReliable(Moment now) {
        long penalty = setup.timing().ttl().toNanos() << Math.min(failedClaims, MOST_DOUBLINGS);
        return failedClaims < 2 || now.reached(claimFailedNanos + penalty);
    }

    /** A wake-up shortens a follower's wait. It never moves a renewal. */
    void nudge(Moment now) {
        mustLook = true;
        nudged = true;
        nudgedDuringCall = desk.calls().isUnderWay();
        nextCallNanos = Moment.earlier(nextCallNanos, followed(now));
    }

    /** What counts is when a wake-up was followed, not when it was last looked: a release may come right after that. */
    private long followed(Moment now) {
        return desk.pace().wakeUp(now, turn.isFirst(), lastFollowedNanos);
    }

    void ranked(Input.Ranked ranked, Moment now) {
        turn.ranked(ranked);
        claimSoonerIfPossible(now);
    }

    void able(boolean isAble, Moment now) {
        able = isAble;
        claimSoonerIfPossible(now);
    }

    void stayBack(Duration coolDown, Moment now) {
        turn.stayBack(coolDown, now);
    }

    void close(Moment now) {
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
    void callIfWoundDown(Moment now) {
        if (desk.isWoundDown()) {
            nextCallNanos = now.nanos();
        }
    }

    void lookFirst(boolean first) {
        mustLook = first;
    }

    private void claimSoonerIfPossible(Moment now) {
        if (observation.latest() != null && mayLead(now)) {
            nextCallNanos = Moment.earlier(nextCallNanos, Moment.later(now.nanos(), turn.claimAt(observation)));
        }
    }

    private long nextCall(Calls.Sent call, Moment now) {
        Pace pace = desk.pace();
        if (desk.aftermath().toRelease() != null && desk.isWoundDown()) {
            return pace.soon(now);
        }
        if (mustLook) {
            return followed(now);
        }
        long look = pace.nextLook(now);
        if (!desk.isWoundDown() || !mayEverLead()) {
            return look;
        }
        long claim = turn.claimAt(observation);
        long spread = now.reached(claim) ? claim : pace.spread(claim);
        boolean refused = call.call() instanceof Effect.Claim sent
                && !sent.ballot().grounds().succeeds(); // which was in place of a look
        return Moment.earlier(look, refused ? Moment.later(spread, pace.afterRefusal(now)) : spread);
    }

    boolean mayLead(Moment now) {
        return mayEverLead() && desk.isWoundDown() && turn.hasCooledDown(now);
    }

    private boolean mayEverLead() {
        return able && !closing && !setup.conduct().observes() && !observation.leavesNoToken();
    }

    private boolean isClaimable(Moment now) {
        return observation.isClaimable(now) && now.reached(turn.claimAt(observation));
    }

    /** Tells whether nobody leads, as far as was seen, and this candidate only leaves the others a moment. */
    boolean waitsForItsTurn(Moment now) {
        return leader == null
                && (mayLead(now) || (mayEverLead() && turn.isWaitingForRank()))
                && observation.isClaimable(now);
    }

    /** Tells whether the record, as last seen, cannot be read. */
    boolean seesNothing() {
        return observation.latest() instanceof Sighting.Unreadable;
    }

    private void tellIfLeaderChanged(Moment now) {
        Lease seen = observation.otherLease();
        boolean same = seen == null ? leader == null : leader != null && leader.isSameTerm(seen);
        leader = seen;
        if (!same) {
            desk.outbox().leaderChanged(seen, observation.highestToken(), now);
        }
    }

    boolean isDue(Moment now) {
        return now.reached(nextCallNanos) && !waitsForTerm();
    }

    /** Sends a claim if it may, and else a look. */
    Effect call(Moment now) {
        if (mustLook) {
            lastFollowedNanos = now.nanos();
        }
        boolean succeeds = nudged && maySucceed(now);
        nudged = false;
        if (succeeds) {
            return desk.calls().claim(Grounds.succeeding(observation.highestToken()), now);
        }
        if (!mustLook && mayLead(now) && isClaimable(now)) {
            Effect.Claim claim = desk.calls().claim(observation.grounds(now), now);
            observation.claims(claim.ballot().stamp().attempt());
            return claim;
        }
        return desk.calls().inspect(now);
    }

    /**
     * Tells whether a wake-up may be followed by a claim instead of a look. If the leader gave up, that saves the look;
     * if not, the refusal shows what a look would have. Only the first in order does so, who would claim at once.
     */
    private boolean maySucceed(Moment now) {
        return setup.has(Capability.SUCCESSION)
                && turn.isFirst()
                && observation.otherLease() != null
                && !observation.hasSeenRelease()
                && !observation.hasLostTerm(now)
                && mayLead(now)
                && !desk.calls().leaveDoubt(now);
    }

    /** Tells whether the record must be looked at before this campaign can be over. */
    boolean hasDoubts(Moment now) {
        return mustLook && desk.calls().leaveDoubt(now);
    }

    private boolean waitsForTerm() {
        return closing && !desk.isWoundDown();
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
