package dev.tenure.internal.protocol;

import static dev.tenure.internal.protocol.ClockReading.earlier;
import static dev.tenure.internal.protocol.ClockReading.later;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a candidate does while it does not lead: when it looks at the record again, and when it claims. What it knows
 * lives on while it leads, for the time after.
 *
 * <p>It claims what is free after those that come first, and not while it stays back (R9, R10). Order only delays a
 * claim, by at most half a ttl: an older vacancy is anyone's.
 */
final class Follower {
    private static final int MOST_DOUBLINGS = 6;

    private final CampaignParts parts;
    private final CampaignSetup setup;
    private final long rankByNanos;
    private Input.@Nullable Ranked rank;
    private long notBeforeNanos;
    private long notBeforeIfAloneNanos;

    @Nullable Lease leader;

    boolean closing;
    /** Whether the record is looked at before anything else. */
    boolean mustLook;

    long nextCallNanos;
    private boolean able;
    private boolean woken;
    private boolean wokenDuringCall;
    private long lastWakeUpNanos;
    private int failedClaims;
    private long unreliableUntilNanos;

    Follower(CampaignParts parts, ClockReading now) {
        this.parts = parts;
        this.setup = parts.setup;
        this.rankByNanos = now.nanos() + mostDelay();
        this.notBeforeNanos = now.nanos();
        this.notBeforeIfAloneNanos = now.nanos();
        this.able = setup.options().ableAtFirst();
        this.mustLook = !setup.has(Capability.STORE_CLOCK) || setup.options().observes();
        this.nextCallNanos = now.nanos();
        this.lastWakeUpNanos = now.nanos();
    }

    // ---- what happens

    /** Takes in what the record shows to a candidate that does not lead. */
    void saw(Sighting sighting, StoreCalls.Sent call, ClockReading now) {
        if (sighting instanceof Sighting.Unreadable unreadable
                && !unreadable.equals(observation().latest())) {
            String problem = "the record is unreadable, and is replaced if it stays so: " + unreadable.problem();
            parts.warn(Reason.RECORD_UNUSABLE, problem, null, now);
        }
        boolean hadToken = !observation().leavesNoToken();
        observation().note(sighting, call.at().nanos(), now.nanos());
        if (hadToken && observation().leavesNoToken()) {
            StoreException refusal = Ballot.noHigherToken(setup.election(), sighting.lastToken());
            parts.warn(Reason.RECORD_UNUSABLE, String.valueOf(refusal.getMessage()), refusal, now);
        }
        mustLook = wokenDuringCall && !(mayLead(now) && isClaimable(now)); // a claim looks, too
        wokenDuringCall = false;
    }

    /** Tells of another leader than before, and plans the next call. */
    void planAfter(StoreCalls.Sent call, ClockReading now) {
        Lease seen = observation().otherLease();
        boolean same = seen == null ? leader == null : leader != null && leader.isSameTerm(seen);
        leader = seen;
        if (!same) {
            Identity holder = seen == null ? null : seen.holder();
            long token = seen == null ? observation().highestToken() : seen.token();
            String cause = holder == null ? "the record shows no leader" : holder.name() + " leads";
            parts.tell(new ElectionEvent.LeaderChanged(setup.election(), now.instant(), holder, token, cause));
        }
        nextCallNanos = nextCall(call, now);
    }

    private long nextCall(StoreCalls.Sent call, ClockReading now) {
        CallPacing pacing = parts.pacing;
        if (parts.state instanceof State.Ended ended && ended.toRelease != null && ended.isWoundDown()) {
            return pacing.soon(now);
        }
        if (mustLook) {
            return wakeUpDueNanos(now);
        }
        long look = pacing.nextLook(now);
        if (!parts.state.isWoundDown() || !mayEverLead()) {
            return look;
        }
        long claim = claimAt();
        long spread = now.reached(claim) ? claim : pacing.spread(claim);
        boolean refused = call.call() instanceof Effect.Claim sent
                && !sent.ballot().condition().requiresRelease(); // which was in place of a look
        return earlier(look, refused ? later(spread, pacing.afterRefusal(now)) : spread);
    }

    /** Counts failed claims, but not those that only took the place of a look, or that the store has postponed. */
    void claimAnswered(Effect.Claim claim, @Nullable StoreException failure, ClockReading now) {
        if (failure != null
                && (failure.isPostponed() || claim.ballot().condition().requiresRelease())) {
            return;
        }
        failedClaims = failure == null ? 0 : failedClaims + 1;
        long penalty = setup.timing().ttl().toNanos() << Math.min(failedClaims, MOST_DOUBLINGS);
        unreliableUntilNanos = now.nanos() + penalty; // by the ttl of that time: a longer one later prolongs nothing
    }

    /** Tells whether others may count on this candidate: not while it waits out a lost term, or its claims failed. */
    boolean isReliable(ClockReading now) {
        return !observation().hasLostTerm(now) && (failedClaims < 2 || now.reached(unreliableUntilNanos));
    }

    /** A wake-up shortens a follower's wait. It never moves a renewal. */
    void wakeUp(ClockReading now) {
        mustLook = true;
        woken = true;
        wokenDuringCall = parts.calls.isUnderWay();
        nextCallNanos = earlier(nextCallNanos, wakeUpDueNanos(now));
    }

    /** Counts from the last wake-up acted on, not from the last look: a release may come right after a look. */
    private long wakeUpDueNanos(ClockReading now) {
        return parts.pacing.wakeUp(now, isFirst(), lastWakeUpNanos);
    }

    void ranked(Input.Ranked ranked, ClockReading now) {
        rank = ranked;
        claimSoonerIfPossible(now);
    }

    void able(boolean isAble, ClockReading now) {
        able = isAble;
        claimSoonerIfPossible(now);
    }

    private void claimSoonerIfPossible(ClockReading now) {
        if (observation().latest() != null && mayLead(now)) {
            nextCallNanos = earlier(nextCallNanos, later(now.nanos(), claimAt()));
        }
    }

    /** A term begins: nobody else leads, and claims have not failed after all. */
    void termBegins() {
        leader = null;
        failedClaims = 0;
    }

    /** Stays back for a while, so that leadership really moves; not for as long if there is nobody it could move to. */
    void stayBack(Duration coolDown, ClockReading now) {
        notBeforeNanos = now.plus(coolDown);
        notBeforeIfAloneNanos = now.nanos() + Math.min(coolDown.toNanos(), mostDelay());
    }

    /** Calls now if there is a lease to give back, or a wait for an earlier term's end was all that was in the way. */
    void callIfWoundDown(ClockReading now) {
        if (parts.state.isWoundDown()) {
            nextCallNanos = now.nanos();
        }
    }

    private Observation observation() {
        return setup.observation(); // which an earlier stand may pass on before the start
    }

    // ---- what next

    boolean mayLead(ClockReading now) {
        return mayEverLead() && parts.state.isWoundDown() && now.reached(cooledDownAt());
    }

    private boolean mayEverLead() {
        return able && !closing && !setup.options().observes() && !observation().leavesNoToken();
    }

    private long mostDelay() {
        return setup.timing().ttl().toNanos() / 2;
    }

    /** Tells whether all others are known to leave a vacancy to this candidate. */
    private boolean isFirst() {
        return rank != null && rank.delayNanos() == 0;
    }

    private boolean waitsForRank() {
        return rank == null && setup.options().waitsForRank();
    }

    /** Until it knows who else stands, a candidate that may not be the preferred one leaves the others some time. */
    private long cooledDownAt() {
        boolean alone = rank != null && !rank.othersAble();
        long cooledDown = alone ? notBeforeIfAloneNanos : notBeforeNanos;
        return waitsForRank() ? later(cooledDown, rankByNanos) : cooledDown;
    }

    /** Returns when this candidate claims at the earliest, by what was seen so far. */
    private long claimAt() {
        if (observation().latest() == null) {
            return cooledDownAt();
        }
        long delay = rank == null || observation().isReservedForUs() ? 0 : Math.min(rank.delayNanos(), mostDelay());
        return later(observation().claimableAtNanos() + delay, cooledDownAt());
    }

    private boolean isClaimable(ClockReading now) {
        return observation().isClaimable(now) && now.reached(claimAt());
    }

    /** Tells whether the record leaves open who leads: it is free, and others go first, or it is unreadable. */
    boolean isUndecided(ClockReading now) {
        boolean waits = mayLead(now) || (mayEverLead() && waitsForRank());
        return (waits && leader == null && observation().isClaimable(now))
                || observation().latest() instanceof Sighting.Unreadable;
    }

    Effect call(ClockReading now) {
        if (mustLook) {
            lastWakeUpNanos = now.nanos();
        }
        boolean withoutLook = woken && mayClaimWithoutLook(now);
        woken = false;
        if (withoutLook) {
            return parts.calls.claim(ClaimCondition.afterRelease(observation().highestToken()), now);
        }
        if (!mustLook && mayLead(now) && isClaimable(now)) {
            Effect.Claim claim = parts.calls.claim(observation().condition(now), now);
            observation().claimSent(claim.ballot().stamp().attempt());
            return claim;
        }
        return parts.calls.inspect(now);
    }

    /** Tells whether a wake-up is followed by a claim instead of a look: by the first in order, to save the look. */
    private boolean mayClaimWithoutLook(ClockReading now) {
        return setup.has(Capability.SUCCESSION)
                && isFirst()
                && observation().otherLease() != null
                && !observation().hasSeenRelease()
                && !observation().hasLostTerm(now)
                && mayLead(now)
                && parts.calls.unsettled(now) == 0;
    }

    /** Tells whether the record must be looked at before this campaign can be over. */
    boolean hasDoubts(ClockReading now) {
        return mustLook && parts.calls.unsettled(now) > 0;
    }

    /** Returns when the store is called next, or null if an earlier term must end first. */
    @Nullable Long wakeAtNanos() {
        return closing && !parts.state.isWoundDown() ? null : (Long) nextCallNanos;
    }
}
