package dev.tenure.store.file;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.StoreException;
import dev.tenure.spi.Backend;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the watchers of an election when it has a new record or request, or its holder has died. Thread-safe; one
 * thread, started by the first watch, beside the JDK's own that hears from the kernel.
 *
 * <p>New records come by the kernel's notices. Every 25 ms holders and the folder of requests are probed, and elections
 * without notices are listed; each election is listed every five seconds whatever the kernel says. A wake-up comes once
 * for each change and once for each death. A renewal that this process wrote wakes nobody: a leader knows of it, and
 * would look for requests each time. Requests are rare: one look at their folder shows whether any election has a new
 * one.
 */
final class Watcher {
    static final long PERIOD_MILLIS = 25;

    /** In this many periods each election is listed once, though there are notices: its folder may be another one. */
    private static final int PERIODS_PER_SWEEP = 200;

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private final Disk disk;
    private final LivenessProbe probe;
    private final FolderNotices notices;
    private final FolderChangeDetector requests;
    private final List<WatchedElection> all = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;

    Watcher(Disk disk, FolderLayout layout, LivenessProbe probe) {
        this.disk = disk;
        this.probe = probe;
        this.notices = new FolderNotices(disk);
        this.requests = new FolderChangeDetector(disk, layout.requests());
    }

    /** Runs the wake-up at each change of the election's records or of its request file, until the watch is closed. */
    synchronized Backend.Watch watch(String election, RecordFiles records, Path request, Runnable wakeUp) {
        if (closed.getCount() == 0) {
            throw StoreException.closed("file");
        }
        WatchedElection watched = new WatchedElection(election, records, request, wakeUp);
        all.add(watched);
        if (thread == null) {
            thread = new Thread(this::run, "tenure-file-watch");
            thread.setDaemon(true);
            thread.start();
        }
        return () -> {
            watched.close();
            all.remove(watched);
        };
    }

    /** Ends all watches, and does not wait for a wake-up that is under way. */
    synchronized void close() {
        closed.countDown();
        all.forEach(WatchedElection::close);
        all.clear();
    }

    private void run() {
        TimeSource time = TimeSource.system();
        long period = TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
        long nextNanos = time.nanos() + period;
        try (notices) {
            for (int turn = 0; closed.getCount() > 0; ) {
                Set<WatchedElection> changed = notices.await(Math.max(1, nextNanos - time.nanos()), closed);
                changed.forEach(watched -> wakeIf(watched, watched::hasNewRecord));
                if (time.nanos() - nextNanos >= 0) {
                    turn = (turn + 1) % PERIODS_PER_SWEEP;
                    lookAtAll(turn);
                    nextNanos = time.nanos() + period;
                }
            }
        } catch (InterruptedException e) {
            // Only this class knows the thread, so the JVM is ending.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.log(DEBUG, "the kernel's notices could not be ended", e);
        }
    }

    /** Looks at what no notice tells of; {@code turn} says which elections are listed this time. */
    private void lookAtAll(int turn) {
        Set<LivenessReference> alive = new HashSet<>(); // one process may lead in many elections
        boolean requested = requests.hasChanged();
        int place = 0;
        for (WatchedElection watched : all) {
            if (requested) {
                watched.requestMayHaveCome();
            }
            boolean sweep = place++ % PERIODS_PER_SWEEP == turn;
            wakeIf(
                    watched,
                    () -> watched.hasUnnoticedRecord(notices, sweep)
                            || watched.hasNewRequest(disk)
                            || watched.hasLostItsHolder(probe, alive));
        }
        if (turn == 0) {
            notices.keepOnly(all);
        }
    }

    private interface Check {
        boolean isTrue() throws IOException;
    }

    private static void wakeIf(WatchedElection watched, Check check) {
        try {
            if (check.isTrue()) {
                watched.wake();
            }
        } catch (IOException e) {
            // The candidates read the store too, and report what is wrong with it.
        } catch (RuntimeException | Error e) {
            LOG.log(WARNING, "a wake-up failed; the watch goes on", e);
        }
    }
}
