package dev.tenure.store.file;

import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.StoreException;
import dev.tenure.spi.Backend;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks every 25 ms whether a watched election has a new record or a new request, or its holder has died, and wakes
 * its watchers. Thread-safe; one thread, started by the first watch.
 *
 * <p>It polls instead of using the kernel's file events, because it must probe the holder anyway, polling works on
 * every file system, and it costs some 10 µs for an election. A wake-up comes once for each change and once for each
 * death. Requests are rare: one look at their folder shows whether any election has a new one.
 */
final class Watcher {
    static final long PERIOD_MILLIS = 25;

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private final Disk disk;
    private final LivenessProbe probe;
    private final FolderChangeDetector requests;
    private final List<Watched> all = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;

    Watcher(Disk disk, FolderLayout layout, LivenessProbe probe) {
        this.disk = disk;
        this.probe = probe;
        this.requests = new FolderChangeDetector(disk, layout.requests());
    }

    /** Runs the wake-up at each change of the records or of the request file, until the watch is closed. */
    synchronized Backend.Watch watch(RecordFiles records, Path request, Runnable wakeUp) {
        if (closed.getCount() == 0) {
            throw StoreException.closed("file");
        }
        Watched watched = new Watched(records, request, wakeUp);
        all.add(watched);
        if (thread == null) {
            thread = new Thread(this::run, "tenure-file-watch");
            thread.setDaemon(true);
            thread.start();
        }
        return () -> all.remove(watched);
    }

    /** Ends all watches, and does not wait for a wake-up that is under way. */
    synchronized void close() {
        closed.countDown();
        all.clear();
    }

    private void run() {
        try {
            while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
                Set<LivenessReference> alive = new HashSet<>();
                boolean changed = requests.hasChanged();
                all.forEach(watched -> look(watched, changed, alive));
            }
        } catch (InterruptedException e) {
            // Only this class knows the thread, so the JVM is ending.
            Thread.currentThread().interrupt();
        }
    }

    /** Checks one election; {@code alive} are the holders probed in this round, since one may lead in many. */
    private void look(Watched watched, boolean changed, Set<LivenessReference> alive) {
        watched.requestDue |= changed;
        try {
            if (watched.hasNewRecord() || watched.hasNewRequest(disk) || watched.hasLostItsHolder(probe, alive)) {
                watched.wakeUp.run();
            }
        } catch (IOException e) {
            // The candidates read the store too, and report what is wrong with it.
        } catch (RuntimeException | Error e) {
            LOG.log(WARNING, "a wake-up failed; the watch goes on", e);
        }
    }

    /** One watch, and the state it last reported. Used only by the watching thread. */
    private static final class Watched {
        private final RecordFiles records;
        private final Path request;
        private final Runnable wakeUp;
        private long number;
        private @Nullable LivenessReference holder;
        private boolean requestDue = true;
        private Optional<Disk.FileState> lastRequest = Optional.empty();

        Watched(RecordFiles records, Path request, Runnable wakeUp) {
            this.records = records;
            this.request = request;
            this.wakeUp = wakeUp;
        }

        boolean hasNewRecord() throws IOException {
            if (records.highest() == number) {
                return false;
            }
            Optional<StoredRecord> entry = records.current();
            number = entry.map(StoredRecord::number).orElse(0L);
            holder = entry.map(RecordFormat::liveness).orElse(null);
            return true;
        }

        boolean hasNewRequest(Disk disk) throws IOException {
            if (!requestDue) {
                return false;
            }
            Optional<Disk.FileState> found = disk.mark(request);
            boolean isNew = !found.equals(lastRequest);
            lastRequest = found;
            requestDue = false;
            return isNew;
        }

        boolean hasLostItsHolder(LivenessProbe probe, Set<LivenessReference> alive) {
            if (holder == null || alive.contains(holder)) {
                return false;
            }
            if (!probe.isDead(holder)) {
                alive.add(holder);
                return false;
            }
            holder = null; // reported once
            return true;
        }
    }
}
