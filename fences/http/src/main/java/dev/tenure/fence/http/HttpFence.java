package dev.tenure.fence.http;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.spi.FenceMark;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Guards what a server does for requests: those of an older term are refused, and those of a later term begin when
 * those of older ones have ended. Requests of one term run beside each other. Thread-safe.
 *
 * <p>The mark is in memory. A server that restarts forgets it unless it is {@link #kept}. Servers beside each other
 * cannot wait for each other's requests: there pass the token on to what they write to, whatever they share.
 */
public final class HttpFence {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String resource;
    private final UnaryOperator<FenceMark> memory;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private @Nullable FenceMark highest;

    /** The requests under the highest token, whether they run or wait. */
    private int present;

    /** The requests under lower tokens that have not ended yet. */
    private int older;

    private HttpFence(String resource, UnaryOperator<FenceMark> memory, Duration patience) {
        this.resource = requireNonNull(resource, "resource");
        this.memory = requireNonNull(memory, "memory");
        this.patience = requireNonNull(patience, "patience");
    }

    /** Returns a fence that remembers in memory. */
    public static HttpFence of(String resource) {
        return new HttpFence(resource, mark -> mark, PATIENCE);
    }

    /**
     * Returns a fence that also remembers elsewhere.
     *
     * @param memory is asked for each request: it keeps its mark unless it has a higher one, in one step, and returns
     *     the mark that it has then. What it throws refuses the request.
     */
    public static HttpFence kept(String resource, UnaryOperator<FenceMark> memory) {
        return new HttpFence(resource, memory, PATIENCE);
    }

    /**
     * Returns a fence whose requests wait for so long, 30 seconds unless it is said, for those of older terms; then
     * they are refused with 503. A stopped leader may never send the rest of a request that has begun.
     */
    public HttpFence waitingAtMost(Duration time) {
        return new HttpFence(resource, memory, time);
    }

    /** Returns what the fence remembers, or empty if no request has come. */
    public Optional<FenceMark> mark() {
        lock.lock();
        try {
            return Optional.ofNullable(highest);
        } finally {
            lock.unlock();
        }
    }

    String resource() {
        return resource;
    }

    /**
     * Lets a request in if its token is the highest, after all requests of older terms have ended. Whoever was let in
     * calls {@link #leave} when it has ended.
     *
     * @throws StaleTokenException if its token is lower
     * @throws TimeoutException if requests of older terms have not ended in time
     */
    void enter(FenceMark write) throws InterruptedException, TimeoutException {
        lock.lockInterruptibly();
        try {
            FenceMark held = highest;
            if (held != null) {
                held.requireAdmits(write);
            }
            FenceMark kept = memory.apply(write); // another server may have served a later term
            requireKept(kept, write);
            if (held == null || kept.token() > held.token()) {
                highest = kept; // from now on older ones are refused, and those that run are waited for
                older += present;
                present = 0;
                ended.signalAll(); // those that still wait are too late
            }
            kept.requireAdmits(write);
            present++;
            awaitOlder(write);
        } finally {
            lock.unlock();
        }
    }

    private void requireKept(FenceMark kept, FenceMark write) {
        if (kept.token() < write.token()) {
            throw new IllegalStateException("the memory of the fence of '" + resource + "' keeps token " + kept.token()
                    + " though it was given token " + write.token() + ": it must keep the higher one");
        }
    }

    private void awaitOlder(FenceMark write) throws InterruptedException, TimeoutException {
        boolean begins = false;
        long left = patience.toNanos();
        try {
            while (older > 0) {
                requireNonNull(highest).requireAdmits(write);
                if (left <= 0) {
                    throw new TimeoutException(older + " requests of older terms of election '" + write.election()
                            + "' have not ended: end them, or try again");
                }
                left = ended.awaitNanos(left);
            }
            requireNonNull(highest).requireAdmits(write);
            begins = true;
        } finally {
            if (!begins) {
                left(write);
            }
        }
    }

    /** Ends a request that was let in. */
    void leave(FenceMark write) {
        lock.lock();
        try {
            left(write);
        } finally {
            lock.unlock();
        }
    }

    private void left(FenceMark write) {
        if (highest != null && write.token() == highest.token()) {
            present--;
        } else {
            older--;
        }
        ended.signalAll();
    }
}
