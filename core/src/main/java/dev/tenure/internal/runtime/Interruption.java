package dev.tenure.internal.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a thread while it does one thing, and never what it does before or after. Thread-safe.
 *
 * <p>Interrupting a thread that reads or writes a file closes that file, and waits until the disk has answered; nothing
 * can cut that short. So another thread does it, one at a time.
 */
final class Interruption {
    /** What the calling thread does at this moment that can be interrupted; one thing may be done inside another. */
    private static final ThreadLocal<@Nullable Interruption> INNERMOST = new ThreadLocal<>();

    private final Executor aside;
    private final @Nullable Object of;
    private final Object turn = new Object(); // held while the thread is interrupted, so never taken on the loop
    private final AtomicInteger requests = new AtomicInteger();
    private @Nullable Thread target;
    private @Nullable Interruption outer;
    private boolean early;
    private boolean before;
    private boolean interrupted;

    Interruption(Executor aside) {
        this(aside, null);
    }

    /** Makes one for something that {@link #isInside} can tell. */
    Interruption(Executor aside, @Nullable Object of) {
        this.aside = aside;
        this.of = of;
    }

    /** Tells whether the calling thread is doing something of this kind, be it that it does something else inside. */
    static boolean isInside(Object of) {
        Interruption innermost = INNERMOST.get();
        while (innermost != null && innermost.of != of) {
            innermost = innermost.outer;
        }
        return innermost != null;
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
                interrupted = true;
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
        outer = INNERMOST.get();
        INNERMOST.set(this);
        synchronized (turn) {
            target = Thread.currentThread();
            before = target.isInterrupted();
            if (early) {
                interrupted = true;
                target.interrupt();
            }
        }
    }

    /**
     * From here on the calling thread is not interrupted any more. Its interrupt flag is cleared if it was set from
     * here, and stays as it is if others set it, or if what this was done inside of was interrupted too.
     */
    void end() {
        boolean clear;
        synchronized (turn) {
            target = null;
            clear = interrupted && !before;
        }
        Interruption around = outer;
        if (around == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(around);
        }
        if (clear && (around == null || !around.isInterrupted())) {
            Thread.interrupted();
        }
    }

    private boolean isInterrupted() {
        synchronized (turn) {
            return interrupted;
        }
    }
}
