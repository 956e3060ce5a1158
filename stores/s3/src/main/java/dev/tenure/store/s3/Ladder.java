package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Repeats a read that failed: at once, after 100 ms, after a second, all of it within the deadline of the call. */
final class Ladder {
    private static final List<Duration> PAUSES = List.of(Duration.ZERO, Duration.ofMillis(100), Duration.ofSeconds(1));

    /** One attempt gets half of what is left, so that a lost packet leaves time for another; but no less than this. */
    private static final Duration FAIR = Duration.ofSeconds(1);

    private Ladder() {}

    /** Returns what an attempt returns, or throws what the last one threw. */
    static <T> T climb(Deadline deadline, Function<Deadline, T> attempt) {
        for (Duration pause : PAUSES) {
            try {
                return attempt.apply(share(deadline));
            } catch (StoreException e) {
                if (e.kind() != Kind.UNREACHABLE
                        || deadline.remaining().compareTo(pause) <= 0
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
            pause(deadline, pause);
        }
        return attempt.apply(deadline);
    }

    private static Deadline share(Deadline deadline) {
        Duration left = deadline.remaining();
        Duration half = left.dividedBy(2);
        Duration share = half.compareTo(FAIR) > 0 ? half : left.compareTo(FAIR) < 0 ? left : FAIR;
        return Deadline.after(deadline.time(), share);
    }

    /** Waits that long, or until the deadline or an interrupt. */
    static void pause(Deadline deadline, Duration pause) {
        Duration left = deadline.remaining();
        Deadline end = Deadline.after(deadline.time(), pause.compareTo(left) < 0 ? pause : left);
        while (!end.hasPassed() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(end.remaining().toNanos());
        }
    }
}
