package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Repeats a read that failed: at once, after 100 ms, after a second, all of it within the deadline of the call.
 * Thread-safe.
 *
 * <p>One attempt gets half of what is left, so that a lost packet leaves time for another; but no less than a second,
 * and no less than twice what reads have taken of late: on a slow store one attempt that is answered is worth more than
 * two that are not.
 */
final class ReadRetry {
    private static final List<Duration> PAUSES = List.of(Duration.ZERO, Duration.ofMillis(100), Duration.ofSeconds(1));
    private static final Duration LEAST = Duration.ofSeconds(1);

    /** What a read has taken of late: at once more after a slow one, and less by and by. */
    private volatile Duration usual = Duration.ZERO;

    /** Returns what an attempt returns, or throws what the last one threw. */
    <T> T climb(Deadline deadline, Function<Deadline, T> attempt) {
        for (Duration pause : PAUSES) {
            try {
                return timed(deadline, share(deadline), attempt);
            } catch (StoreException e) {
                if (e.kind() != Kind.UNREACHABLE
                        || deadline.remaining().compareTo(pause) <= 0
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
            pause(deadline, pause);
        }
        return timed(deadline, deadline, attempt);
    }

    private <T> T timed(Deadline deadline, Deadline share, Function<Deadline, T> attempt) {
        Duration before = deadline.remaining();
        try {
            return attempt.apply(share);
        } finally {
            Duration took = before.minus(deadline.remaining());
            Duration less = usual.plus(took).dividedBy(2);
            usual = took.compareTo(less) > 0 ? took : less;
        }
    }

    private Deadline share(Deadline deadline) {
        Duration left = deadline.remaining();
        Duration share = greater(left.dividedBy(2), greater(LEAST, usual.multipliedBy(2)));
        return share.compareTo(left) < 0 ? Deadline.after(deadline.time(), share) : deadline;
    }

    private static Duration greater(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Waits that long, or until the deadline or an interrupt. */
    private static void pause(Deadline deadline, Duration pause) {
        Duration left = deadline.remaining();
        Deadline end = Deadline.after(deadline.time(), pause.compareTo(left) < 0 ? pause : left);
        while (!end.hasPassed() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(end.remaining().toNanos());
        }
    }
}
