package dev.tenure.internal.protocol;

import java.time.Duration;

/**
 * When this candidate claims what is free: after those that come first, and not while it stays back (R9, R10). Order
 * only delays a claim, by at most half a ttl: an older vacancy is anyone's.
 */
final class ClaimDelay {
    private final CampaignSetup setup;
    private final long rankByNanos;
    private long notBeforeNanos;
    private long notBeforeIfAloneNanos;
    private boolean waitsForRank;
    private boolean alone;
    private boolean first;
    private long delayNanos;

    ClaimDelay(CampaignSetup setup, ClockReading now) {
        this.setup = setup;
        this.notBeforeNanos = now.nanos();
        this.notBeforeIfAloneNanos = now.nanos();
        this.rankByNanos = now.nanos() + mostDelay();
        this.waitsForRank = setup.options().waitsForRank();
    }

    private long mostDelay() {
        return setup.timing().ttl().toNanos() / 2;
    }

    void ranked(Input.Ranked ranked) {
        delayNanos = ranked.delayNanos();
        alone = !ranked.othersAble();
        first = delayNanos == 0;
        waitsForRank = false;
    }

    /** Tells whether all others are known to leave a vacancy to this candidate. */
    boolean isFirst() {
        return first;
    }

    boolean isWaitingForRank() {
        return waitsForRank;
    }

    /** Stays back for a while, so that leadership really moves; not for as long if there is nobody it could move to. */
    void stayBack(Duration coolDown, ClockReading now) {
        notBeforeNanos = now.plus(coolDown);
        notBeforeIfAloneNanos = now.nanos() + Math.min(coolDown.toNanos(), mostDelay());
    }

    boolean hasCooledDown(ClockReading now) {
        return now.reached(cooledDownAt());
    }

    /** Until it knows who else stands, a candidate that may not be the preferred one leaves the others some time. */
    private long cooledDownAt() {
        long cooledDown = alone ? notBeforeIfAloneNanos : notBeforeNanos;
        return waitsForRank ? ClockReading.later(cooledDown, rankByNanos) : cooledDown;
    }

    /** Returns when this candidate claims at the earliest, by what was seen so far. */
    long claimAt(Observation observation) {
        if (observation.latest() == null) {
            return cooledDownAt();
        }
        long delay = observation.isReservedForUs() ? 0 : Math.min(delayNanos, mostDelay());
        return ClockReading.later(observation.claimableAtNanos() + delay, cooledDownAt());
    }
}
