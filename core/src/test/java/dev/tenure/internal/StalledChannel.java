package dev.tenure.internal;

import java.io.IOException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.concurrent.CountDownLatch;

/**
 * I/O that no interrupt cuts short, as a file's on a disk that does not answer: the JDK closes the channel on the
 * thread that interrupts, which then waits until the I/O has returned.
 */
final class StalledChannel extends AbstractInterruptibleChannel {
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    /** Does not return before the disk answers. */
    void transfer() throws IOException {
        begin();
        try {
            inside.countDown();
            Wait.stubbornly(answers);
        } finally {
            end(true);
        }
    }

    @Override
    protected void implCloseChannel() {
        closing.countDown();
        Wait.stubbornly(answers);
    }

    /** Waits until a thread is in its I/O. */
    void awaitTransfer() {
        Wait.until(inside);
    }

    /** Waits until somebody has interrupted that thread, and therefore waits as well. */
    void awaitInterrupt() {
        Wait.until(closing);
    }

    /** Lets the disk answer. */
    void answer() {
        answers.countDown();
    }
}
