package dev.tenure.store.file;

import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries that this store wrote to rosters. Thread-safe.
 *
 * <p>On a file system of this machine a beat that brings nothing new only sets the date of the file. Elsewhere every
 * beat is written: other machines may see an old date for a long time.
 */
final class OwnEntries {
    private final Disk disk;
    private final TemporaryFiles temporaryFiles;
    private final Map<Path, Written> written = new ConcurrentHashMap<>();
    private volatile @Nullable Boolean local;

    private record Written(RosterEntry entry, @Nullable LivenessReference liveness) {}

    OwnEntries(Disk disk, TemporaryFiles temporaryFiles) {
        this.disk = disk;
        this.temporaryFiles = temporaryFiles;
    }

    /** Shows the beat of an entry by the date of its file. Returns false if the entry must be written. */
    boolean date(Path file, RosterEntry entry, @Nullable LivenessReference liveness) {
        Written before = written.get(file);
        if (before == null
                || !Objects.equals(before.liveness(), liveness)
                || !BeatDate.canShow(entry, before.entry())) {
            return false;
        }
        try {
            disk.date(
                    file,
                    BeatDate.next(entry, before.entry(), TimeSource.system().wallMillis()));
            return true;
        } catch (IOException e) {
            return false; // somebody removed it; if it is something else, writing fails, too
        }
    }

    /** Writes an entry into a folder. */
    void write(Path folder, RosterEntry entry, @Nullable LivenessReference liveness) {
        String name = RosterFolder.file(entry.candidate().instance());
        boolean dated = isLocal(folder);
        temporaryFiles.replace(
                folder,
                name,
                RecordFormat.write(entry, liveness, dated),
                liveness,
                dated ? BeatDate.first(TimeSource.system().wallMillis()) : null);
        if (dated) {
            written.put(folder.resolve(name), new Written(entry, liveness));
        }
    }

    private boolean isLocal(Path folder) {
        Boolean known = local;
        if (known != null) {
            return known;
        }
        try {
            disk.makeFolder(folder);
            boolean found = disk.isLocal(folder);
            local = found;
            return found;
        } catch (IOException e) {
            throw FileErrors.noEffect("writing to " + folder, e);
        }
    }

    /** Forgets an entry that is removed. */
    void forget(Path file) {
        written.remove(file);
    }
}
