package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Repeats a failed read: at once, after 100 ms, after a second, all within the deadline of the call. Thread-safe.
 *
 * <p>An attempt gets half of the remaining time, so that a lost packet leaves time for another. It gets at least a
 * second, and at least twice the time of recent reads: on a slow store, one attempt that is answered is worth more than
 * two that are not.
 */
final class ReadRetry {
    private static final List<Duration> PAUSES = List.of(Duration.ZERO, Duration.ofMillis(100), Duration.ofSeconds(1));
    private static final Duration LEAST = Duration.ofSeconds(1);

    /** The time of recent reads: grows at once after a slow read, and shrinks slowly. */
    private volatile Duration usual = Duration.ZERO;

    /** Returns the result of the first attempt that succeeds, or throws the exception of the last one. */
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

    /** Waits for this time, or until the deadline or an interrupt. */
    private static void pause(Deadline deadline, Duration pause) {
        Duration left = deadline.remaining();
        Deadline end = Deadline.after(deadline.time(), pause.compareTo(left) < 0 ? pause : left);
        while (!end.hasPassed() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(end.remaining().toNanos());
        }
    }
}
