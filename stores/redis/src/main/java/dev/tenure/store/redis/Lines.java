package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.HostAndPort;

/**
 * The connections to one node: a few at most, opened when needed. Thread-safe.
 *
 * <p>More than one, so that a call that waits for replicas until its deadline does not keep others waiting. Whoever
 * waits for one is served in order of arrival, and gives up at its deadline with nothing sent. When very many wait, the
 * node hangs, and the next is told so at once.
 */
final class Lines implements AutoCloseable {
    private static final int MOST = 4;
    private static final int MOST_WAITING = 64;

    /** A connection that rested longer than this is looked at before it is used. */
    private static final Duration REST = Duration.ofSeconds(1);

    private final HostAndPort node;
    private final Opener opener;
    private final Watchdog watchdog;
    private final Semaphore places = new Semaphore(MOST, true);
    private final Deque<Line> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    Lines(HostAndPort node, Opener opener, Watchdog watchdog) {
        this.node = node;
        this.opener = opener;
        this.watchdog = watchdog;
    }

    /** Makes the calls through a free line, and returns their answers by the deadline. */
    List<Object> run(Errand errand, List<Call> calls, Deadline deadline) {
        deadline.requireLeft();
        takePlace(errand.doing(), deadline);
        try {
            Line line = line(errand.doing(), deadline);
            try {
                deadline.requireLeft();
                return line.run(errand, calls, deadline);
            } finally {
                putBack(line);
            }
        } finally {
            places.release();
        }
    }

    private void takePlace(String doing, Deadline deadline) {
        try {
            if (places.getQueueLength() > MOST_WAITING
                    || !places.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        Kind.UNREACHABLE,
                        doing + " failed: earlier calls to " + node + " hang, and all connections are taken");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, doing + " failed: interrupted before anything was sent", e);
        }
    }

    private Line line(String doing, Deadline deadline) {
        for (Line line = idle.poll(); line != null; line = idle.poll()) {
            if (line.isStillThere(REST, deadline)) {
                return line;
            }
            line.giveBack();
        }
        if (closed) {
            throw new StoreException(Kind.UNREACHABLE, doing + " failed: the store is closed, or left " + node);
        }
        return new Line(node, opener.open(node, doing, deadline), opener.lends() ? null : watchdog);
    }

    private void putBack(Line line) {
        if (!opener.lends() && line.isUsable()) {
            idle.push(line);
            if (closed) {
                closeIdle();
            }
        } else {
            line.giveBack();
        }
    }

    private void closeIdle() {
        for (Line line = idle.poll(); line != null; line = idle.poll()) {
            line.giveBack();
        }
    }

    /** Closes what is idle; what is in use is closed when its call ends. */
    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
