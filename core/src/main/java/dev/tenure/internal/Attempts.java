package dev.tenure.internal;

import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The writes of this campaign whose outcome is not known: sent, and never definitely answered (R8).
 *
 * <p>If one of them turns up in the record, it is worth the trust of that very attempt, counted from when it was sent,
 * and of no other.
 */
final class Attempts {
    private final Map<Long, Moment> sent = new TreeMap<>();
    private long last;

    /**
     * An instance may campaign more than once in an election, and its ids must differ all the same.
     *
     * @param origin the monotonic clock when the campaign began: ids are never used up faster than it runs
     */
    Attempts(long origin) {
        this.last = origin;
    }

    /** Returns the id of a new attempt, sent at the given moment; forgets those too old to be worth anything. */
    long begin(Moment now, Timing timing) {
        forgetOlderThan(now, timing);
        last++;
        sent.put(last, now);
        return last;
    }

    /** Forgets an attempt whose outcome is known. */
    void settle(long attempt) {
        sent.remove(attempt);
    }

    /** Returns the trust earned by the attempt that wrote this lease, or null if it was settled, or trust is over. */
    @Nullable Trust trustIn(Lease lease, Timing timing, Moment now) {
        Moment start = sent.get(lease.stamp().attempt());
        if (start == null) {
            return null;
        }
        Trust trust = Trust.earned(start, lease.ttl(), timing);
        return trust.holdsAt(now) ? trust : null;
    }

    /** Forgets attempts too old to be worth anything, whatever became of them. */
    void forgetOlderThan(Moment now, Timing timing) {
        sent.values().removeIf(start -> now.reached(start.plus(timing.ttl())));
    }

    /** Returns how many outcomes are not known. */
    int unsettled() {
        return sent.size();
    }
}
