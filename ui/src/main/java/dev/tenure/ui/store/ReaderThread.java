package dev.tenure.ui.store;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The thread that reads a store, and only while somebody looks: once a second, and at once where the store says that a
 * record on a screen has changed. Thread-safe.
 */
public final class ReaderThread implements AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.ui");

    /** For so long after its last request a viewer counts as there. */
    private static final long LOOKED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long OUTDATED_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int MOST_WATCHES = 200;

    private final StoreReader reader;
    private final TimeSource time;
    private final Object lock = new Object();
    private final Set<Integer> woken = new LinkedHashSet<>();
    private final Map<Integer, Backend.Watch> watches = new HashMap<>();
    private final Thread thread;
    private long lookedNanos;
    private long roundNanos;
    private boolean closed;

    public ReaderThread(StoreReader reader) {
        this.reader = reader;
        this.time = reader.store().time();
        this.lookedNanos = time.nanos() - LOOKED_NANOS;
        this.roundNanos = time.nanos() - OUTDATED_NANOS;
        this.thread = new Thread(this::run, "tenure-page-store");
        thread.setDaemon(true);
        thread.start();
    }

    public StoreReader reader() {
        return reader;
    }

    /** Notes that somebody looks. If nobody has for a while, waits for a fresh round, for that long at most. */
    public void look(Duration patience) throws InterruptedException {
        synchronized (lock) {
            long now = time.nanos();
            long until = now + patience.toNanos();
            lookedNanos = now;
            lock.notifyAll();
            while (!closed && isOutdated(now) && until - time.nanos() > 0) {
                lock.wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - time.nanos())));
            }
        }
    }

    private boolean isOutdated(long now) {
        return now - roundNanos >= OUTDATED_NANOS;
    }

    private void run() {
        try {
            while (awaitViewer()) {
                long began = time.nanos();
                pass(reader::round);
                watchScreens();
                long ended = time.nanos();
                synchronized (lock) {
                    roundNanos = ended;
                    lock.notifyAll();
                }
                long pause = Math.max(ROUND_NANOS, ended - began); // at most half of the time is spent on reading
                readWoken(ended + pause);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            watches.values().forEach(Backend.Watch::close);
        }
    }

    /** A mistake here must not end the page. */
    private static void pass(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError failed) {
            LOG.log(System.Logger.Level.WARNING, "the page could not read a store, and tries again", failed);
        }
    }

    private boolean awaitViewer() throws InterruptedException {
        synchronized (lock) {
            if (!closed && !isLookedAt()) {
                watches.values().forEach(Backend.Watch::close);
                watches.clear();
            }
            while (!closed && !isLookedAt()) {
                lock.wait();
            }
            return !closed;
        }
    }

    private boolean isLookedAt() {
        return time.nanos() - lookedNanos < LOOKED_NANOS;
    }

    /** Until the next round, reads what is reported to have changed. */
    private void readWoken(long nextRoundNanos) throws InterruptedException {
        while (true) {
            Set<Integer> changed;
            synchronized (lock) {
                long left = nextRoundNanos - time.nanos();
                while (!closed && woken.isEmpty() && left > 0) {
                    lock.wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                    left = nextRoundNanos - time.nanos();
                }
                if (closed || woken.isEmpty()) {
                    return;
                }
                changed = Set.copyOf(woken);
                woken.clear();
            }
            long began = time.nanos();
            pass(() -> reader.reread(changed));
            rest(Math.max(LEAST_PAUSE_NANOS, time.nanos() - began));
            if (nextRoundNanos - time.nanos() <= 0) {
                return;
            }
        }
    }

    private void rest(long nanos) throws InterruptedException {
        synchronized (lock) {
            long until = time.nanos() + nanos;
            while (!closed && until - time.nanos() > 0) {
                lock.wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - time.nanos())));
            }
        }
    }

    private void watchScreens() {
        if (!reader.store().can(Capability.WATCH)) {
            return;
        }
        Map<Integer, String> wanted = reader.watched();
        watches.entrySet().removeIf(watch -> {
            boolean over = !wanted.containsKey(watch.getKey());
            if (over) {
                watch.getValue().close();
            }
            return over;
        });
        wanted.forEach((id, name) -> {
            if (watches.size() < MOST_WATCHES && !watches.containsKey(id)) {
                pass(() -> watches.put(id, reader.store().store().watch(name, () -> wake(id))));
            }
        });
    }

    private void wake(int id) {
        synchronized (lock) {
            woken.add(id);
            lock.notifyAll();
        }
    }

    /** Ends the thread. A call to the store that is under way ends by its deadline. Idempotent. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        thread.interrupt();
    }
}
