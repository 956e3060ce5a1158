package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits the requests of this process to Route53: AWS allows few per second, for all programs of an account together.
 * Thread-safe.
 *
 * <p>Unused requests are saved for at most five seconds. A read leaves the last saved request to a write, so that
 * followers do not keep leaders from renewing.
 */
final class RequestRateLimit {
    static final double DEFAULT_RATE = 2;

    private static final double SAVED_SECONDS = 5;
    private static final double SECOND = 1e9;

    /** The requests of a candidate in each interval: a renewal or a read, and sometimes both. */
    private static final int LEAST_PER_INTERVAL = 2;

    private static final Map<Key, RequestRateLimit> OF_THIS_PROCESS = new ConcurrentHashMap<>();

    private final double rate;
    private final double most;
    private final TimeSource time;
    private double saved;
    private long at;

    private record Key(String endpoint, double rate) {}

    RequestRateLimit(double rate, TimeSource time) {
        this.rate = checked(rate);
        this.most = Math.max(2, rate * SAVED_SECONDS);
        this.time = time;
        this.saved = most;
        this.at = time.nanos();
    }

    /** Returns the limit that all stores of this process share for this endpoint and rate. */
    static RequestRateLimit shared(String endpoint, double rate) {
        return OF_THIS_PROCESS.computeIfAbsent(
                new Key(endpoint, rate), key -> new RequestRateLimit(rate, TimeSource.system()));
    }

    static double checked(double rate) {
        if (!(rate >= 0.1 && rate <= 100_000)) {
            throw new IllegalArgumentException(
                    "a rate of " + rate + " requests a second cannot be kept: use 0.1 at least, AWS allows 10");
        }
        return rate;
    }

    /** Refuses a timing that needs more requests than the limit allows. */
    void check(Timing timing) {
        double perInterval = rate * timing.interval().toNanos() / SECOND;
        if (perInterval < LEAST_PER_INTERVAL) {
            long least = (long) Math.ceil(LEAST_PER_INTERVAL * 1_000 / rate);
            throw new IllegalArgumentException("an interval of "
                    + timing.interval().toMillis()
                    + " ms is too short for the route53 store: this process may send " + rate
                    + " requests a second, and needs " + LEAST_PER_INTERVAL + " in an interval: raise it to " + least
                    + " ms, or raise rate if the account allows it");
        }
    }

    double rate() {
        return rate;
    }

    /**
     * Waits until a request may be sent.
     *
     * @throws StoreException of kind UNREACHABLE if that is not before the deadline: nothing was sent
     */
    void take(boolean write, String doing, Deadline deadline) {
        deadline.requireLeft();
        for (long wait = reserve(write); wait > 0; wait = reserve(write)) {
            if (wait >= deadline.remaining().toNanos() || Thread.currentThread().isInterrupted()) {
                throw new StoreException(
                        Kind.UNREACHABLE,
                        doing + " was not tried: this process may send " + rate + " requests a second to Route53, and"
                                + " has none left in time: raise the interval, stand in fewer elections, or raise rate"
                                + " if the account allows it");
            }
            LockSupport.parkNanos(wait);
        }
    }

    /** Takes a request if there is one, and returns 0; otherwise returns the nanoseconds to wait. */
    synchronized long reserve(boolean write) {
        long now = time.nanos();
        saved = Math.min(most, saved + (now - at) * rate / SECOND);
        at = now;
        double needed = write ? 1 : 2;
        if (saved >= needed) {
            saved--;
            return 0;
        }
        return Math.max(1, (long) Math.ceil((needed - saved) * SECOND / rate));
    }

    /** Empties the budget: the account is throttled, so other programs have used the requests. */
    synchronized void throttled() {
        saved = 0;
        at = time.nanos();
    }

    /** Returns how many elections can be followed with this interval. */
    long followed(Duration interval) {
        return (long) (rate * interval.toNanos() / SECOND);
    }
}
