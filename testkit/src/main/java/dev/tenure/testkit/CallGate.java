package dev.tenure.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A gate at which a call waits until the test opens it: delay without sleeping. Thread-safe.
 *
 * <p>A gate opens once, and stays open.
 */
public final class CallGate {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    private CallGate() {}

    /** Returns a gate that is shut. */
    public static CallGate shut() {
        return new CallGate();
    }

    /** Lets through the calls that wait, and those that come later. Idempotent. */
    public void open() {
        opened.countDown();
    }

    /**
     * Waits until a call has come to the gate.
     *
     * @return false if none came in time
     */
    public boolean awaitCall(Duration limit) throws InterruptedException {
        return arrived.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits at the gate until it is open. */
    void pass() throws InterruptedException {
        arrived.countDown();
        opened.await();
    }
}
