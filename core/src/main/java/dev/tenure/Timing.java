package dev.tenure;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.Lease;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How long a lease is good and how its holder keeps it, checked as a whole. Nothing is ever corrected silently.
 * Immutable.
 */
public final class Timing {
    private static final Duration LEAST_MARGIN = Duration.ofMillis(100);

    private final Duration ttl;
    private final Duration interval;
    private final Duration margin;
    private final Duration callTimeout;
    private final Duration stopWithin;

    private Timing(Duration ttl, Duration interval, Duration margin, Duration callTimeout, Duration stopWithin) {
        this.ttl = requirePositive(ttl, "ttl");
        this.interval = requirePositive(interval, "interval");
        this.margin = requirePositive(margin, "margin");
        this.callTimeout = requirePositive(callTimeout, "callTimeout");
        this.stopWithin = requireNonNull(stopWithin, "stopWithin");
        if (stopWithin.isNegative()) {
            throw new IllegalArgumentException("stopWithin " + text(stopWithin) + " is negative: use zero for none");
        }
        if (ttl.compareTo(Lease.MAX_TTL) > 0) {
            throw new IllegalArgumentException(
                    "ttl " + text(ttl) + " is longer than " + text(Lease.MAX_TTL) + ": lower it");
        }
        Duration leastMargin = ttl.dividedBy(10).plus(LEAST_MARGIN);
        if (margin.compareTo(leastMargin) < 0) {
            throw new IllegalArgumentException(
                    "margin " + text(margin) + " is too small for clocks that run at different"
                            + " speeds: with a ttl of " + text(ttl) + " it must be at least " + text(leastMargin));
        }
        Duration twoRenewals = interval.multipliedBy(2).plus(margin).plus(stopWithin);
        if (ttl.compareTo(twoRenewals) < 0) {
            throw new IllegalArgumentException("ttl " + text(ttl) + " leaves no room for two renewals every "
                    + text(interval) + ", a margin of " + text(margin) + " and " + text(stopWithin)
                    + " to stop: raise ttl to " + text(twoRenewals) + " or lower interval");
        }
        Duration oneFailure = interval.plus(callTimeout).plus(margin).plus(stopWithin);
        if (ttl.compareTo(oneFailure) < 0) {
            throw new IllegalArgumentException("ttl " + text(ttl) + " leaves no room for one call that takes "
                    + text(callTimeout) + ": raise ttl to " + text(oneFailure) + " or lower callTimeout");
        }
    }

    /** Returns how long a lease is good after each renewal; the others wait at least this long after a crash. */
    public Duration ttl() {
        return ttl;
    }

    /** Returns how often a leader renews and a follower looks. */
    public Duration interval() {
        return interval;
    }

    /** Returns how long before the end of its lease a leader stops trusting it; pays for clocks of different speed. */
    public Duration margin() {
        return margin;
    }

    /** Returns how long one call to the store may take. */
    public Duration callTimeout() {
        return callTimeout;
    }

    /** Returns how long work needs to stop once it is told to; taken from the end of the leader's trust. */
    public Duration stopWithin() {
        return stopWithin;
    }

    /** Returns the timing for stores on the same machine or next to it: 3 s ttl, 500 ms interval. */
    public static Timing local() {
        return of(Duration.ofSeconds(3), Duration.ofMillis(500));
    }

    /** Returns the timing for fast fail-over: 10 s ttl, 3 s interval. */
    public static Timing fast() {
        return of(Duration.ofSeconds(10), Duration.ofSeconds(3));
    }

    /** Returns the timing that suits most services: 15 s ttl, 5 s interval. */
    public static Timing balanced() {
        return of(Duration.ofSeconds(15), Duration.ofSeconds(5));
    }

    /** Returns the timing for slow or costly stores: 30 s ttl, 10 s interval. */
    public static Timing stable() {
        return of(Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    /** Returns the timing with this ttl, renewed every quarter of it. */
    public static Timing of(Duration ttl) {
        return of(ttl, requireNonNull(ttl, "ttl").dividedBy(4));
    }

    /**
     * Returns the timing with this ttl and interval, the least safe margin, a fifth of the ttl for a call, no time to
     * stop.
     */
    public static Timing of(Duration ttl, Duration interval) {
        Duration margin = requireNonNull(ttl, "ttl").dividedBy(10).plus(LEAST_MARGIN);
        return new Timing(ttl, interval, margin, ttl.dividedBy(5), Duration.ZERO);
    }

    /** Returns this timing with another ttl, checked together with the rest. */
    public Timing withTtl(Duration newTtl) {
        return new Timing(newTtl, interval, margin, callTimeout, stopWithin);
    }

    /** Returns this timing with another interval, checked together with the rest. */
    public Timing withInterval(Duration newInterval) {
        return new Timing(ttl, newInterval, margin, callTimeout, stopWithin);
    }

    /** Returns this timing with another time for work to stop, checked together with the rest. */
    public Timing withStopWithin(Duration newStopWithin) {
        return new Timing(ttl, interval, margin, callTimeout, newStopWithin);
    }

    /** Returns this timing with another limit for each call to the store, checked together with the rest. */
    public Timing withCallTimeout(Duration newCallTimeout) {
        return new Timing(ttl, interval, margin, newCallTimeout, stopWithin);
    }

    /** Returns this timing with another margin, checked together with the rest. */
    public Timing withMargin(Duration newMargin) {
        return new Timing(ttl, interval, newMargin, callTimeout, stopWithin);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Timing timing
                && ttl.equals(timing.ttl)
                && interval.equals(timing.interval)
                && margin.equals(timing.margin)
                && callTimeout.equals(timing.callTimeout)
                && stopWithin.equals(timing.stopWithin);
    }

    @Override
    public int hashCode() {
        return Objects.hash(ttl, interval, margin, callTimeout, stopWithin);
    }

    @Override
    public String toString() {
        return "Timing[ttl=" + text(ttl) + ", interval=" + text(interval) + ", margin=" + text(margin)
                + ", callTimeout=" + text(callTimeout) + ", stopWithin=" + text(stopWithin) + "]";
    }

    private static Duration requirePositive(Duration duration, String what) {
        requireNonNull(duration, what);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " " + text(duration) + " must be longer than zero");
        }
        return duration;
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
