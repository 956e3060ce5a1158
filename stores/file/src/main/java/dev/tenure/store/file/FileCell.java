package dev.tenure.store.file;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a record per election in a folder. Thread-safe, between processes too.
 *
 * <p>A lease whose holder the kernel knows to be dead is shown as released, though nobody wrote a mark: a process that
 * is no more does no more work, so its lock is as good as its word. The version shown is that of the dead holder's
 * record, and a claim is conditional on exactly that record like any other.
 */
final class FileCell implements Cell {
    private static final System.Logger LOG = System.getLogger("dev.tenure.store.file");

    private final Disk disk;
    private final Layout layout;
    private final Vitals vitals;
    private final Watcher watcher;
    private final AtomicReference<@Nullable Pulse> swept = new AtomicReference<>();
    private final AtomicBoolean warned = new AtomicBoolean();

    FileCell(Disk disk, Layout layout) {
        this.disk = disk;
        this.layout = layout;
        this.vitals = new Vitals(layout.live());
        this.watcher = new Watcher(vitals);
    }

    @Override
    public Sighting read(String election, Deadline deadline) {
        deadline.requireLeft();
        try {
            Ledger ledger = ledger(election);
            Optional<Entry> entry = ledger.current();
            return entry.isEmpty() ? new Sighting.Never() : sighting(election, ledger, entry.get());
        } catch (IOException e) {
            throw Failure.noEffect("reading " + layout.election(election), e);
        }
    }

    private Sighting sighting(String election, Ledger ledger, Entry entry) throws IOException {
        RecordFormat.Parsed parsed = RecordFormat.read(election, entry);
        if (parsed.sighting() instanceof Sighting.Unreadable garbage) {
            long token = Math.max(garbage.lastToken(), tokenBelow(election, ledger, entry.number()));
            String problem = ledger.file(entry.number()) + " is no record: " + garbage.problem();
            return new Sighting.Unreadable(problem, token, garbage.version());
        }
        Pulse holder = parsed.pulse();
        if (parsed.sighting() instanceof Sighting.Held held && holder != null && vitals.isDead(holder)) {
            return new Sighting.Released(held.lastToken(), null, held.version());
        }
        return parsed.sighting();
    }

    /** Each entry may have begun a term, so a token read from an older one is counted up to the entry that is lost. */
    private static long tokenBelow(String election, Ledger ledger, long number) throws IOException {
        for (long older : ledger.below(number)) {
            Optional<Entry> entry = ledger.read(older);
            long token = entry.map(
                            e -> RecordFormat.read(election, e).sighting().lastToken())
                    .orElse(0L);
            if (token > 0) {
                return Math.min(token + (number - older), Lease.MAX_TOKEN - 1);
            }
        }
        return 0;
    }

    @Override
    public Optional<String> write(String election, Sighting entry, String version, Deadline deadline) {
        deadline.requireLeft();
        Ledger ledger = ledger(election);
        try {
            if (!version.equals(ledger.current().map(Entry::version).orElse(""))) {
                return Optional.empty();
            }
            makeFolders(election, version.isEmpty());
            Pulse pulse = pulse();
            byte[] content = RecordFormat.write(election, entry, entry instanceof Sighting.Held ? pulse : null);
            Path draft = draft(pulse);
            try {
                disk.writeSynced(draft, content);
                deadline.requireLeft();
                return ledger.publish(draft, content, version);
            } finally {
                remove(draft);
                sweepOnce(pulse, deadline);
            }
        } catch (IOException e) {
            throw Failure.noEffect("writing to " + layout.election(election), e);
        }
    }

    private void makeFolders(String election, boolean first) throws IOException {
        disk.makeFolder(layout.drafts());
        disk.makeFolder(layout.election(election));
        if (first) {
            disk.sync(layout.elections());
            disk.sync(layout.root());
        }
    }

    /** Returns this process's sign of life, or null where it has none: then others wait until the lease has run out. */
    private @Nullable Pulse pulse() {
        try {
            return Liveness.in(layout.live()).pulse().orElse(null);
        } catch (IOException e) {
            if (warned.compareAndSet(false, true)) {
                LOG.log(
                        WARNING,
                        "no file can be locked in " + layout.live() + ", so a crash costs others the ttl: " + e);
            }
            return null;
        }
    }

    private Path draft(@Nullable Pulse pulse) {
        String owner = pulse == null ? ProcessMark.newName() : pulse.file();
        return layout.drafts().resolve(owner + "." + UUID.randomUUID());
    }

    private void remove(Path draft) {
        try {
            disk.remove(draft);
        } catch (IOException e) {
            LOG.log(DEBUG, "left behind until this process has ended: " + draft, e);
        }
    }

    /** Once for each sign of life, so once for a process, and again if somebody removed the folder. */
    private void sweepOnce(@Nullable Pulse pulse, Deadline deadline) {
        if (pulse == null || pulse.equals(swept.getAndSet(pulse))) {
            return;
        }
        try {
            new Sweep(disk, layout).run(deadline);
        } catch (IOException e) {
            LOG.log(DEBUG, "what dead processes left in " + layout.root() + " stays until another one starts", e);
        }
    }

    private Ledger ledger(String election) {
        return new Ledger(disk, layout.election(election));
    }

    @Override
    public String name() {
        return "file";
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.WATCH, Capability.LISTING);
    }

    @Override
    public Timing timing() {
        return Timing.local();
    }

    @Override
    public void checkName(String election) {
        ElectionName.toFolder(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return watcher.watch(ledger(election), wakeUp);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        deadline.requireLeft();
        try {
            return disk.list(layout.elections()).stream()
                    .flatMap(folder -> ElectionName.fromFolder(folder).stream())
                    .toList();
        } catch (IOException e) {
            throw Failure.noEffect("listing " + layout.elections(), e);
        }
    }

    @Override
    public void close() {
        watcher.close();
    }
}
