package dev.tenure.testkit;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Decides for each piece of a stream whether it passes, waits or is dropped. Thread-safe. */
final class ProxyGate {
    private final TimeSource time = TimeSource.system();
    private Mode mode = Mode.OPEN;
    private Duration latency = Duration.ZERO;
    private boolean victim;

    enum Mode {
        OPEN,
        BLACK_HOLE,
        REQUESTS_HELD,
        ANSWERS_LOST,
        CLOSED
    }

    synchronized void set(Mode newMode, Duration newLatency) {
        mode = newMode;
        latency = newLatency;
        victim = false;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return mode == Mode.CLOSED;
    }

    /** Has the waiting threads check again whether their link is still there. */
    synchronized void wake() {
        notifyAll();
    }

    /** Waits until a piece of the link may pass; tells whether it does, or is dropped. */
    synchronized boolean admit(boolean answer, ProxyLink link) {
        long arrived = time.nanos();
        try {
            while (mode != Mode.CLOSED && !link.isCut()) {
                long left = arrived + latency.toNanos() - time.nanos();
                if (mode == Mode.BLACK_HOLE || (mode == Mode.REQUESTS_HELD && !answer)) {
                    hit();
                    wait();
                } else if (answer && (mode == Mode.ANSWERS_LOST || link.hasLostAnswers())) {
                    link.dropAnswer();
                    hit();
                    return false;
                } else if (left > 0) {
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                } else {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private void hit() {
        if (!victim) {
            victim = true;
            notifyAll();
        }
    }

    synchronized boolean awaitVictim(Duration limit) throws InterruptedException {
        long end = time.nanos() + limit.toNanos();
        while (!victim) {
            long left = end - time.nanos();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }
}
