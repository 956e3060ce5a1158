package dev.tenure.store.file;

import static java.lang.System.Logger.Level.WARNING;

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
 * Looks every 25 ms whether a watched election has a new record or a new request, or its holder has died, and wakes who
 * waits for that. Thread-safe; one thread, started by the first watch.
 *
 * <p>It looks rather than lets the kernel tell, because it must probe the holder anyway, looking works on every file
 * system, and costs some 10 µs for an election. A wake-up comes once for each change and once for each death. Requests
 * are rare: one look at their folder tells that there is none, and only then is each election's own looked at.
 */
final class Watcher {
    static final long PERIOD_MILLIS = 25;

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private final Disk disk;
    private final Vitals vitals;
    private final Doorbell requests;
    private final List<Watched> all = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;

    Watcher(Disk disk, Layout layout, Vitals vitals) {
        this.disk = disk;
        this.vitals = vitals;
        this.requests = new Doorbell(disk, layout.requests());
    }

    /** Wakes who waits for changes of the ledger, or of the file of the request, until the watch is closed. */
    synchronized Backend.Watch watch(Ledger ledger, Path request, Runnable wakeUp) {
        if (closed.getCount() == 0) {
            throw new IllegalStateException("the store is closed");
        }
        Watched watched = new Watched(ledger, request, wakeUp);
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
                Set<Pulse> alive = new HashSet<>();
                boolean rung = requests.rings();
                all.forEach(watched -> look(watched, rung, alive));
            }
        } catch (InterruptedException e) {
            // Nobody but this class knows the thread, so this is the JVM's end.
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at one election; {@code alive} are the holders already probed in this round, as one may lead in many. */
    private void look(Watched watched, boolean rung, Set<Pulse> alive) {
        watched.requestDue |= rung;
        try {
            if (watched.hasNewRecord() || watched.hasNewRequest(disk) || watched.hasLostItsHolder(vitals, alive)) {
                watched.wakeUp.run();
            }
        } catch (IOException e) {
            // Those who are waiting read the store too, and say what is wrong with it.
        } catch (RuntimeException | Error e) {
            LOG.log(WARNING, "a wake-up failed; the watch goes on", e);
        }
    }

    /** One watch, and what it has told. Used by the watching thread alone. */
    private static final class Watched {
        private final Ledger ledger;
        private final Path request;
        private final Runnable wakeUp;
        private long number;
        private @Nullable Pulse holder;
        private boolean requestDue = true;
        private Optional<Disk.Mark> lastRequest = Optional.empty();

        Watched(Ledger ledger, Path request, Runnable wakeUp) {
            this.ledger = ledger;
            this.request = request;
            this.wakeUp = wakeUp;
        }

        boolean hasNewRecord() throws IOException {
            if (ledger.highest() == number) {
                return false;
            }
            Optional<Entry> entry = ledger.current();
            number = entry.map(Entry::number).orElse(0L);
            holder = entry.map(RecordFormat::pulse).orElse(null);
            return true;
        }

        boolean hasNewRequest(Disk disk) throws IOException {
            if (!requestDue) {
                return false;
            }
            Optional<Disk.Mark> found = disk.mark(request);
            boolean isNew = !found.equals(lastRequest);
            lastRequest = found;
            requestDue = false;
            return isNew;
        }

        boolean hasLostItsHolder(Vitals vitals, Set<Pulse> alive) {
            if (holder == null || alive.contains(holder)) {
                return false;
            }
            if (!vitals.isDead(holder)) {
                alive.add(holder);
                return false;
            }
            holder = null; // told once
            return true;
        }
    }
}
