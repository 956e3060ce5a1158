package dev.tenure.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Where a call waits until the test lets it through: delay without sleeping. Thread-safe.
 *
 * <p>A door opens once, and stays open.
 */
public final class CallGate {
    private final CountDownLatch knocked = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    private CallGate() {}

    /** Returns a door that is shut. */
    public static CallGate shut() {
        return new CallGate();
    }

    /** Lets through whoever waits, and whoever comes later. Idempotent. */
    public void open() {
        opened.countDown();
    }

    /**
     * Waits until somebody has come to the door.
     *
     * @return false if nobody came in time
     */
    public boolean awaitKnock(Duration limit) throws InterruptedException {
        return knocked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits at the door until it is open. */
    void pass() throws InterruptedException {
        knocked.countDown();
        opened.await();
    }
}
