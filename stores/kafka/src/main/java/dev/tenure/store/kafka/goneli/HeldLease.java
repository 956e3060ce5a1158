package dev.tenure.store.kafka.goneli;

import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The lease that this process holds in one election, and how long a candidate here may rely on it. Thread-safe.
 *
 * <p>A record whose outcome is unknown counts, too: its candidate may find it, and lead.
 */
final class HeldLease {
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(20);

    private final TimeSource time = TimeSource.system();
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition ended = guard.newCondition();
    private volatile @Nullable Sent written;
    private volatile @Nullable Sent undecided;

    /** A record that opens or renews a term, and when it was sent. */
    record Sent(Lease lease, long sentNanos) {}

    /** Returns the lease that was last written, if one is held. */
    @Nullable Lease written() {
        Sent now = written;
        return now == null ? null : now.lease;
    }

    /** Returns the lease that was last sent while its outcome is unknown and a candidate may still rely on it. */
    @Nullable Lease unknown() {
        Sent now = undecided;
        return now != null && lasts(now) ? now.lease : null;
    }

    /** Takes in that a record is about to be sent. */
    void sending(Sent record) {
        undecided = record;
    }

    /** Takes in that the record last sent was not written and never will be. */
    void notWritten() {
        undecided = null;
    }

    /** Takes in that a record was committed. */
    void wrote(Sent record) {
        written = record;
        undecided = null;
    }

    /** Takes in that no lease is held any more. */
    void end() {
        guard.lock();
        try {
            written = null;
            undecided = null;
            ended.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /** Tells whether a lease is known to be held and its holder may still rely on it. */
    boolean isKnown() {
        Sent now = written;
        return now != null && lasts(now);
    }

    /** Tells whether a candidate here relies on a term, or may find one and rely on it. */
    boolean mayLast() {
        return isKnown() || unknown() != null;
    }

    private boolean lasts(Sent record) {
        return time.nanos() - record.sentNanos < record.lease.ttl().toNanos();
    }

    /** Waits until no candidate here may rely on a term, whether it knows of the term or not. */
    void awaitTrustEnd() {
        while (mayLast() && !Thread.currentThread().isInterrupted()) {
            awaitEnd(CHECK_INTERVAL); // trust also ends by time alone
        }
    }

    /** Waits until no lease is held, at most for this time. */
    void awaitEnd(Duration limit) {
        guard.lock();
        try {
            long left = limit.toNanos();
            while ((written != null || undecided != null) && left > 0) {
                left = ended.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            guard.unlock();
        }
    }
}
