package dev.tenure.http.peer;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what a test expects, within a generous limit. */
final class Await {
    static final Duration LIMIT = Duration.ofSeconds(20);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        Deadline deadline = soon();
        while (!condition.getAsBoolean()) {
            if (deadline.hasPassed()) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    static Deadline soon() {
        return Deadline.after(TimeSource.system(), LIMIT);
    }
}
