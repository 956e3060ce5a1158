package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for events that are certain to come, with a limit that no machine is too slow for. */
final class Wait {
    static final long SECONDS = 30;

    private Wait() {}

    /** Waits for the latch, and fails if it takes far too long. */
    static void until(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS, TimeUnit.SECONDS))
                    .as("happened within %d s", SECONDS)
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Waits for the latch whatever happens, as code does that swallows interrupts. Returns whether one came. */
    static boolean stubbornly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
