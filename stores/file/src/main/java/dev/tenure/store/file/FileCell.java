package dev.tenure.store.file;

import dev.tenure.Timing;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.BaseBackend;
import dev.tenure.store.support.StoreDescription;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps a record per election in a folder. Thread-safe, between processes too.
 *
 * <p>A lease whose holder the kernel knows to be dead is shown as released, though nobody wrote a release: a dead
 * process does no work. The version shown is that of the dead holder's record, and a claim is conditional on exactly
 * that record like any other.
 */
final class FileCell extends BaseBackend implements Cell {
    private static final StoreDescription DESCRIPTION = new StoreDescription(
            "file",
            "",
            Timing.local(),
            Set.of(
                    Capability.WATCH,
                    Capability.LISTING,
                    Capability.ROSTER,
                    Capability.REQUESTS,
                    Capability.HISTORY,
                    Capability.BATON));

    private final Disk disk;
    private final FolderLayout layout;
    private final LivenessProbe probe;
    private final TemporaryFiles temporaryFiles;
    private final RecordPublisher publisher;
    private final Watcher watcher;
    private final FileRoster roster;
    private final FileRequests requests;
    private final FileHistory history;
    private final FileBatons batons;

    FileCell(Disk disk, FolderLayout layout) {
        super(DESCRIPTION);
        UnreadableFileWarnings warnings = new UnreadableFileWarnings();
        this.disk = disk;
        this.layout = layout;
        this.probe = new LivenessProbe(layout.live());
        this.temporaryFiles = new TemporaryFiles(disk, layout);
        DeadProcessCleanup cleanup = new DeadProcessCleanup(disk, layout, warnings);
        this.publisher = new RecordPublisher(disk, temporaryFiles, cleanup);
        this.watcher = new Watcher(disk, layout, probe);
        this.roster = new FileRoster(disk, layout, temporaryFiles, probe, cleanup, warnings);
        this.requests = new FileRequests(disk, layout, temporaryFiles, warnings);
        this.history = new FileHistory(disk, layout);
        this.batons = new FileBatons(disk, layout, publisher);
    }

    @Override
    public Sighting read(String election, Deadline deadline) {
        deadline.requireLeft();
        try {
            RecordFiles records = records(election);
            Optional<StoredRecord> entry = records.current();
            return entry.isEmpty() ? new Sighting.Never() : sighting(election, records, entry.get());
        } catch (IOException e) {
            throw FileErrors.noEffect("reading " + layout.election(election), e);
        }
    }

    private Sighting sighting(String election, RecordFiles records, StoredRecord entry) throws IOException {
        RecordFormat.Parsed parsed = RecordFormat.read(election, entry);
        if (parsed.sighting() instanceof Sighting.Unreadable unreadable) {
            long token = Math.max(unreadable.lastToken(), tokenBelow(election, records, entry.number()));
            String problem = records.file(entry.number()) + " is no record: " + unreadable.problem();
            return new Sighting.Unreadable(problem, token, unreadable.version());
        }
        LivenessReference holder = parsed.liveness();
        if (parsed.sighting() instanceof Sighting.Held held && holder != null && probe.isDead(holder)) {
            return new Sighting.Released(held.lastToken(), held.follows(), null, held.version());
        }
        return parsed.sighting();
    }

    /** Returns the last known token plus one for each record since, because each of them may have begun a term. */
    private static long tokenBelow(String election, RecordFiles records, long number) throws IOException {
        for (long older : records.below(number)) {
            Optional<StoredRecord> entry = records.read(older);
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
        RecordFiles records = records(election);
        try {
            if (!version.equals(records.current().map(StoredRecord::version).orElse(""))) {
                return Optional.empty();
            }
            makeFolders(election, version.isEmpty());
            LivenessReference liveness = entry instanceof Sighting.Held ? temporaryFiles.liveness() : null;
            return publisher.publish(records, RecordFormat.write(election, entry, liveness), version, deadline);
        } catch (IOException e) {
            throw FileErrors.noEffect("writing to " + layout.election(election), e);
        }
    }

    private void makeFolders(String election, boolean first) throws IOException {
        disk.makeFolder(layout.election(election));
        if (first) {
            disk.sync(layout.elections());
            disk.sync(layout.root());
        }
    }

    private RecordFiles records(String election) {
        return new RecordFiles(disk, layout.election(election));
    }

    @Override
    public void checkName(String election) {
        ElectionName.toFolder(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return watcher.watch(election, records(election), requests.file(election), wakeUp);
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
    public Batons batons() {
        return batons;
    }

    @Override
    public List<String> elections(Deadline deadline) {
        deadline.requireLeft();
        try {
            return disk.list(layout.elections()).stream()
                    .flatMap(folder -> ElectionName.fromFolder(folder).stream())
                    .toList();
        } catch (IOException e) {
            throw FileErrors.noEffect("listing " + layout.elections(), e);
        }
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new FileDiagnosis(disk, layout, temporaryFiles).run(timing, deadline);
    }

    @Override
    protected void closeResources() {
        watcher.close();
    }
}
