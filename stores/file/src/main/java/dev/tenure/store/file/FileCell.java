package dev.tenure.store.file;

import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps a record per election in a folder. Thread-safe, between processes too.
 *
 * <p>A lease whose holder the kernel knows to be dead is shown as released, though nobody wrote a mark: a process that
 * is no more does no more work, so its lock is as good as its word. The version shown is that of the dead holder's
 * record, and a claim is conditional on exactly that record like any other.
 */
final class FileCell implements Cell {
    private final Disk disk;
    private final Layout layout;
    private final Vitals vitals;
    private final Drafts drafts;
    private final Sweep sweep;
    private final Watcher watcher;
    private final FileRoster roster;
    private final FileRequests requests;
    private final FileHistory history;
    private volatile boolean closed;

    FileCell(Disk disk, Layout layout) {
        Complaints complaints = new Complaints();
        this.disk = disk;
        this.layout = layout;
        this.vitals = new Vitals(layout.live());
        this.drafts = new Drafts(disk, layout);
        this.sweep = new Sweep(disk, layout, complaints);
        this.watcher = new Watcher(disk, layout, vitals);
        this.roster = new FileRoster(disk, layout, drafts, vitals, sweep, complaints);
        this.requests = new FileRequests(disk, layout, drafts, complaints);
        this.history = new FileHistory(disk, layout);
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
            return new Sighting.Released(held.lastToken(), held.follows(), null, held.version());
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
            Pulse pulse = drafts.pulse();
            byte[] content = RecordFormat.write(election, entry, entry instanceof Sighting.Held ? pulse : null);
            Path draft = drafts.newDraft(pulse);
            try {
                disk.writeSynced(draft, content);
                deadline.requireLeft();
                requireUninterrupted();
                return ledger.publish(draft, content, version);
            } finally {
                drafts.remove(draft);
                sweep.once(pulse, deadline);
            }
        } catch (IOException e) {
            throw Failure.noEffect("writing to " + layout.election(election), e);
        }
    }

    /** Nobody waits for the answer any more, and to sync the folder would fail, with the record already in it. */
    private static void requireUninterrupted() throws ClosedByInterruptException {
        if (Thread.currentThread().isInterrupted()) {
            throw new ClosedByInterruptException();
        }
    }

    private void makeFolders(String election, boolean first) throws IOException {
        disk.makeFolder(layout.election(election));
        if (first) {
            disk.sync(layout.elections());
            disk.sync(layout.root());
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
        return Set.of(Capability.WATCH, Capability.LISTING, Capability.ROSTER, Capability.REQUESTS, Capability.HISTORY);
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
        return watcher.watch(ledger(election), requests.file(election), wakeUp);
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public Requests requests() {
        return requests;
    }

    @Override
    public History history() {
        return history;
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
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new Checkup(disk, layout, drafts).run(timing, deadline);
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        watcher.close();
    }
}
