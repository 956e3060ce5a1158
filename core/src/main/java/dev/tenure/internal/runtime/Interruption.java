package dev.tenure.internal.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a thread while it does one thing, and never what it does before or after. Thread-safe.
 *
 * <p>Whoever interrupts a thread that reads or writes a file closes that file, and waits until the disk has answered;
 * nothing can cut that short. So it is not done by whoever asks for it but aside, by one thread at a time.
 */
final class Interruption {
    private final Executor aside;
    private final Object turn = new Object(); // held while the thread is interrupted, so never taken on the loop
    private final AtomicInteger requests = new AtomicInteger();
    private @Nullable Thread target;
    private boolean early;

    Interruption(Executor aside) {
        this.aside = aside;
    }

    /** Has the thread interrupted, once it has begun; returns at once. */
    void request() {
        if (requests.getAndIncrement() == 0) {
            aside.execute(this::interrupt);
        }
    }

    /** A request that comes while one is carried out is another one: the thread may have swallowed the first. */
    private void interrupt() {
        int answered;
        do {
            answered = requests.get();
            interruptOnce();
        } while (!requests.compareAndSet(answered, 0));
    }

    private void interruptOnce() {
        synchronized (turn) {
            Thread thread = target;
            early = thread == null;
            if (thread != null) {
                try {
                    thread.interrupt();
                } catch (RuntimeException | Error notClosed) {
                    // A channel of the user's own failed to close; the thread is interrupted all the same.
                    return;
                }
            }
        }
    }

    /** From here on the calling thread is interrupted when asked for; at once, if that was so before. */
    void begin() {
        synchronized (turn) {
            target = Thread.currentThread();
            if (early) {
                target.interrupt();
            }
        }
    }

    /** From here on the calling thread is not interrupted any more, and not interrupted now. */
    void end() {
        synchronized (turn) {
            target = null;
        }
        Thread.interrupted();
    }
}
