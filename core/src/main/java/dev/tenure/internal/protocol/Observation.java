package dev.tenure.internal.protocol;

import static dev.tenure.internal.protocol.ClockReading.earlier;
import static dev.tenure.internal.protocol.ClockReading.later;

import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a candidate has seen of an election's record, and from when on it may claim (R7, R16).
 *
 * <p>A lease is dead when its record was seen unchanged for 1.1 times its ttl on this process's own clock, from the
 * arrival of the answer that first showed it. A record that goes back, by vanishing, being rolled back or becoming
 * unreadable, frees nobody: what was seen alive before is {@linkplain RememberedTerms remembered} and waited out,
 * whatever the record shows meanwhile. A store with a clock of its own may shorten the wait to what it stated when the
 * renewal was first seen, lengthened by as much as that clock may have stepped since the sighting before.
 */
final class Observation {
    private CampaignSetup setup;
    private final RememberedTerms remembered = new RememberedTerms();
    private @Nullable Sighting latest;
    private long highestToken;
    private long highestRenewal = -1;
    private long clearAtNanos;
    private long statedAtNanos;
    private long shownNanos;
    private @Nullable Long claiming;
    private @Nullable RemainingTime reading;
    private long readingArrivedNanos;

    Observation(CampaignSetup setup) {
        this.setup = setup;
    }

    /** Goes on in the next stand of this candidate, when the one before is over. */
    void continueIn(CampaignSetup next) {
        setup = next;
        claiming = null;
    }

    /** Takes in what an answer showed that was asked for and arrived at the given monotonic readings. */
    void note(Sighting seen, long sentNanos, long arrivedNanos) {
        Sighting before = latest;
        RemainingTime remainingTime = seen instanceof Sighting.Held held ? held.remainingTime() : null;
        if (before == null || !isUnchanged(before, seen)) {
            boolean unexpected = before != null && rememberIfUnexpected(before, seen, arrivedNanos);
            clearAtNanos = clearAt(seen, arrivedNanos);
            statedAtNanos = remainingTime == null || unexpected
                    ? clearAtNanos
                    : earlier(clearAtNanos, arrivedNanos + statedWait(remainingTime, sentNanos));
            noteToken(seen);
            claiming = null;
        } else if (remainingTime != null) {
            long restated = arrivedNanos + remainingTime.remaining().toNanos();
            statedAtNanos = later(statedAtNanos, earlier(clearAtNanos, restated));
        }
        latest = seen;
        shownNanos = sentNanos;
        if (remainingTime != null) {
            reading = remainingTime;
            readingArrivedNanos = arrivedNanos;
        }
    }

    /** Remembers what was shown before if it may live on. Returns whether the record did what no candidate would. */
    private boolean rememberIfUnexpected(Sighting before, Sighting seen, long arrivedNanos) {
        boolean back = goesBack(before, seen);
        boolean early = !back && comesTooEarly(before, seen, arrivedNanos);
        remembered.forgetOver(arrivedNanos);
        remembered.released(seen.follows());
        if (seen instanceof Sighting.Released) {
            remembered.released(seen.lastToken());
        }
        if ((back || early) && !(before instanceof Sighting.Never)) {
            boolean released =
                    before instanceof Sighting.Released || (before.lastToken() == highestToken && hasSeenRelease());
            remembered.remember(new RememberedTerms.Remembered(
                    released ? RememberedTerms.UNKNOWN : before.lastToken(),
                    isOurs(before) || (back && before instanceof Sighting.Released && isOurs(seen)),
                    livesUntil(before, back, arrivedNanos)));
        }
        return back || early;
    }

    long claimableAtNanos() {
        return remembered.atLeast(statedAtNanos);
    }

    /** Returns the condition of a claim sent now, which must not be before {@link #claimableAtNanos()}. */
    ClaimCondition condition(ClockReading now) {
        Sighting seen = latest;
        boolean waitedOut = seen != null && now.reached(clearAtNanos);
        return new ClaimCondition(seen, waitedOut, Math.max(highestToken, seen == null ? 0 : seen.lastToken()));
    }

    /** Takes in that the attempt of this id was sent, and claims exactly the record that was last seen. */
    void claimSent(long attempt) {
        claiming = attempt;
    }

    /** Tells whether a claim may be sent now; the very first one may, if a store with a clock judges it. */
    boolean isClaimable(ClockReading now) {
        return latest == null || now.reached(claimableAtNanos());
    }

    /**
     * Tells whether nobody else can lead any more, as far as was seen. A lease of ours in the record does not say so: a
     * claim sent before we saw the other's term may land late.
     */
    boolean othersAreOver(ClockReading now) {
        Sighting seen = latest;
        return (seen == null || isOurs(seen) || now.reached(statedAtNanos)) && remembered.othersAreOver(now);
    }

    /** Returns the lease of ours that the record shows, once nobody else can lead beside it, or null. */
    @Nullable Lease ownLease(ClockReading now) {
        return latest instanceof Sighting.Held held && isOurs(held) && othersAreOver(now) ? held.lease() : null;
    }

    /** Tells whether another's term may live on unseen: then the release of a newcomer's later term frees nobody. */
    boolean hasLostTerm(ClockReading now) {
        return !remembered.othersAreOver(now);
    }

    /** Tells whether the record shows the highest token there can be: nobody can claim then. */
    boolean leavesNoToken() {
        return latest != null && latest.lastToken() >= Lease.MAX_TOKEN && !isOurs(latest);
    }

    /** Returns the highest token ever seen that leaves room for a higher one. */
    long highestToken() {
        return highestToken;
    }

    /** Tells whether the last term was seen released. If the record shows it held again, it went back. */
    boolean hasSeenRelease() {
        return highestRenewal == Long.MAX_VALUE;
    }

    /** Tells whether no later term was seen: a claim that lands late must not lead under one that came and went. */
    boolean isNewest(Lease lease) {
        return lease.token() >= highestToken;
    }

    @Nullable Sighting latest() {
        return latest;
    }

    private long clearAt(Sighting seen, long arrivedNanos) {
        if (seen instanceof Sighting.Held held) {
            return arrivedNanos + waitFor(held.lease().ttl());
        }
        if (seen instanceof Sighting.Unreadable unreadable) {
            Duration most = unreadable.ttl().compareTo(Lease.MAX_TTL) < 0 ? unreadable.ttl() : Lease.MAX_TTL;
            return arrivedNanos + Math.max(waitFor(most), waitFor(setup.timing().ttl()));
        }
        Reservation reservation = seen instanceof Sighting.Released released ? released.reservation() : null;
        if (reservation != null && !isForUs(reservation)) {
            // Not for hours, whatever a stranger's record says.
            long longest = Math.max(
                    waitFor(setup.timing().ttl()), waitFor(setup.takeoverDelay().afterExpiry()));
            return arrivedNanos + Math.min(waitFor(reservation.length()), longest);
        }
        return arrivedNanos;
    }

    /**
     * Returns until when what was shown before may live on although the record no longer shows it. A lease may have
     * been renewed since we last looked, so its wait begins now, not when we first saw its last known renewal; but not
     * if another has taken over, and the next renewal was overdue when we last looked. And a release that vanishes may
     * have been followed by a term of which we know nothing.
     */
    private long livesUntil(Sighting before, boolean back, long arrivedNanos) {
        if (before instanceof Sighting.Held held) {
            return !back && isOverdue(held.lease())
                    ? statedAtNanos
                    : later(clearAtNanos, arrivedNanos + waitFor(held.lease().ttl()));
        }
        return before instanceof Sighting.Released && back
                ? arrivedNanos + waitFor(setup.timing().ttl())
                : clearAtNanos;
    }

    /** Tells whether the lease was old when it was last shown: a leader that is well renews within half a ttl. */
    private boolean isOverdue(Lease shown) {
        long ttl = shown.ttl().toNanos();
        long writtenNanos = earlier(clearAtNanos - waitFor(shown.ttl()), statedAtNanos - ttl);
        return shownNanos - writtenNanos >= ttl / 2;
    }

    /** Tells whether a changed record shows an older state than one that was seen before. */
    private boolean goesBack(Sighting before, Sighting seen) {
        long newest = Math.max(highestToken, before.lastToken());
        return seen instanceof Sighting.Unreadable
                || seen.lastToken() < newest
                || (seen.lastToken() == highestToken && renewalOf(seen) <= highestRenewal);
    }

    /**
     * Tells whether a term began before the last one we saw was over, and does not follow its release. This happens
     * only if the record was lost in between.
     */
    private boolean comesTooEarly(Sighting before, Sighting seen, long arrivedNanos) {
        if (isOurs(before) || isClaimed(seen) || arrivedNanos - livesUntil(before, false, arrivedNanos) >= 0) {
            return false;
        }
        if (before instanceof Sighting.Released) {
            return isOurs(seen) || seen.follows() != before.lastToken();
        }
        boolean released = seen instanceof Sighting.Released && seen.lastToken() == before.lastToken();
        boolean same = before instanceof Sighting.Held then
                && seen instanceof Sighting.Held now
                && now.lease().isSameTerm(then.lease());
        boolean inOrder = before instanceof Sighting.Held && seen.follows() == before.lastToken();
        return !released && !same && !inOrder;
    }

    /** Tells whether our claim on exactly what was shown before was granted: that had not changed, then. */
    private boolean isClaimed(Sighting seen) {
        return claiming != null
                && isOurs(seen)
                && seen instanceof Sighting.Held held
                && held.lease().stamp().attempt() == claiming;
    }

    /** The last state of a term is its release; a record that only shows a trace of it says nothing of its state. */
    private static long renewalOf(Sighting seen) {
        if (seen instanceof Sighting.Held held) {
            return held.lease().stamp().renewal();
        }
        return seen instanceof Sighting.Released ? Long.MAX_VALUE : -1;
    }

    /** The highest token there can be leaves no room for a next one. It counts while the record shows it, no longer. */
    private void noteToken(Sighting seen) {
        if (seen.lastToken() > highestToken && seen.lastToken() < Lease.MAX_TOKEN) {
            highestToken = seen.lastToken();
            highestRenewal = renewalOf(seen);
        } else if (seen.lastToken() == highestToken) {
            highestRenewal = Math.max(highestRenewal, renewalOf(seen));
        }
    }

    private static boolean isUnchanged(Sighting before, Sighting seen) {
        if (before instanceof Sighting.Held then && seen instanceof Sighting.Held now) {
            return now.lease().isSameWrite(then.lease()) && now.version().equals(then.version());
        }
        return before.equals(seen);
    }

    /** The time stated, plus the most by which the store's clock can have stepped ahead since it was last read. */
    private long statedWait(RemainingTime remainingTime, long sentNanos) {
        long stated = remainingTime.remaining().toNanos();
        if (reading == null) {
            return stated;
        }
        long storeElapsed =
                Duration.between(reading.asOf(), remainingTime.asOf()).toNanos();
        long leastElapsed = Math.max(0, sentNanos - readingArrivedNanos) / 10 * 9;
        return stated + Math.max(0, storeElapsed - leastElapsed);
    }

    private static long waitFor(Duration ttl) {
        return ttl.toNanos() / 10 * 11;
    }

    @Nullable Lease otherLease() {
        return latest instanceof Sighting.Held held && !isOurs(held) ? held.lease() : null;
    }

    private boolean isOurs(Sighting seen) {
        return seen instanceof Sighting.Held held
                && !setup.options().observes() // whose own process may lead, by a campaign of its own
                && setup.isSelf(held.lease().holder());
    }

    boolean isReservedForUs() {
        return latest instanceof Sighting.Released released && isForUs(released.reservation());
    }

    private boolean isForUs(@Nullable Reservation reservation) {
        return reservation != null && reservation.instance().equals(setup.self().instance());
    }
}
