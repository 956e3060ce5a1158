package dev.tenure.internal.protocol;

import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes of this campaign whose outcome is not known: sent, and never definitely answered (R8).
 *
 * <p>If one of them turns up in the record, it is worth the trust of that very attempt, counted from when it was sent,
 * and of no other.
 */
final class UnsettledWrites {
    private Map<Long, Attempt> sent = Map.of();
    private long last;

    /** When an attempt was sent, and with which timing. */
    private record Attempt(ClockReading at, Timing timing) {
        Trust earns(Lease lease) {
            return Trust.earned(at, lease.ttl(), timing);
        }
    }

    /**
     * An instance may campaign more than once in an election, and its ids must differ all the same.
     *
     * @param origin the monotonic clock when the campaign began: ids are never used up faster than it runs
     */
    UnsettledWrites(long origin) {
        this.last = origin;
    }

    /** Returns the id of a new attempt, sent at the given moment; forgets those too old to be worth anything. */
    long begin(ClockReading now, Timing timing) {
        forgetTooOld(now);
        last++;
        if (sent.isEmpty()) {
            sent = new HashMap<>(2);
        }
        sent.put(last, new Attempt(now, timing));
        return last;
    }

    /** Forgets an attempt whose outcome is known. */
    void settle(long attempt) {
        if (!sent.isEmpty()) {
            sent.remove(attempt);
            letGoIfEmpty();
        }
    }

    /** Returns the trust earned by the attempt that wrote this lease, or null if it was settled, or trust is over. */
    @Nullable Trust trustIn(Lease lease, ClockReading now) {
        Attempt attempt = sent.get(lease.stamp().attempt());
        if (attempt == null) {
            return null;
        }
        Trust trust = attempt.earns(lease);
        return trust.holdsAt(now) ? trust : null;
    }

    /** Forgets attempts too old to be worth anything, whatever became of them. */
    void forgetTooOld(ClockReading now) {
        if (!sent.isEmpty()) {
            sent.values()
                    .removeIf(attempt ->
                            now.reached(attempt.at().plus(attempt.timing().ttl())));
            letGoIfEmpty();
        }
    }

    /** Most of the time there is nothing to remember, and a candidate may stand in very many elections. */
    private void letGoIfEmpty() {
        sent = sent.isEmpty() ? Map.of() : sent;
    }

    /** Returns how many outcomes are not known. */
    int unsettled() {
        return sent.size();
    }
}
