package dev.tenure.store.kafka;

import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this process holds of one election, and for how long somebody here may rely on it. Thread-safe.
 *
 * <p>A record whose fate is unknown counts, too: its candidate may find it, and lead.
 */
final class PartitionHold {
    private static final Duration MOMENT = Duration.ofMillis(20);

    private final TimeSource time = TimeSource.system();
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition ended = guard.newCondition();
    private volatile @Nullable Written written;
    private volatile @Nullable Sent sent;

    /** The lease that was last written, and when that was sent. */
    record Written(Lease lease, long sentNanos) {}

    /** What was sent to open a term or renew it, and perhaps was not written. */
    private record Sent(Lease lease, long sentNanos) {}

    /** Returns what was written last, if anything is held. */
    @Nullable Written written() {
        return written;
    }

    /** Returns what was sent last if nobody knows what came of it, while somebody may still find it, and rely on it. */
    @Nullable Lease unknown() {
        Sent now = sent;
        return now != null && lasts(now.lease.ttl(), now.sentNanos) ? now.lease : null;
    }

    /** Takes in that a record which opens a term or renews it is about to be sent. */
    void sends(Lease lease, long sentNanos) {
        sent = new Sent(lease, sentNanos);
    }

    /** Takes in that nothing came of what was sent, and nothing will. */
    void sentNothing() {
        sent = null;
    }

    /** Takes in that a record of a term was committed. */
    void wrote(Written now) {
        written = now;
        sent = null;
    }

    /** Nothing is held any more. */
    void end() {
        guard.lock();
        try {
            written = null;
            sent = null;
            ended.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /** Tells whether a lease that is known to be held may still be relied on by its holder. */
    boolean isKnown() {
        Written now = written;
        return now != null && lasts(now.lease.ttl(), now.sentNanos);
    }

    /** Tells whether anybody here may rely on a term, or come to. */
    boolean mayLast() {
        return isKnown() || unknown() != null;
    }

    private boolean lasts(Duration ttl, long sentNanos) {
        return time.nanos() - sentNanos < ttl.toNanos();
    }

    /** Waits until nobody may rely any more on what is held, whether he knows or not. */
    void awaitDistrust() {
        while (mayLast() && !Thread.currentThread().isInterrupted()) {
            awaitEnd(MOMENT); // time ends it, too
        }
    }

    /** Waits until nothing is held, for so long at most. */
    void awaitEnd(Duration limit) {
        guard.lock();
        try {
            long left = limit.toNanos();
            while ((written != null || sent != null) && left > 0) {
                left = ended.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            guard.unlock();
        }
    }
}
