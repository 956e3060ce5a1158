package dev.tenure.store.file;

import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.BatonFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.io.IOException;
import java.util.Optional;

/**
 * Keeps the baton of each election as numbered files in a folder, as its records are kept. Thread-safe, between
 * processes too.
 */
final class FileBatons implements Batons {
    private final Disk disk;
    private final FolderLayout layout;
    private final RecordPublisher publisher;

    FileBatons(Disk disk, FolderLayout layout, RecordPublisher publisher) {
        this.disk = disk;
        this.layout = layout;
        this.publisher = publisher;
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        deadline.requireLeft();
        RecordFiles files = files(election);
        try {
            Optional<StoredRecord> found = files.current();
            return found.isEmpty() ? Optional.empty() : Optional.of(baton(election, files, found.get()));
        } catch (IOException e) {
            throw FileErrors.noEffect("reading " + files.folder(), e);
        }
    }

    private static Baton baton(String election, RecordFiles files, StoredRecord found) {
        try {
            return RecordFormat.read(found.content(), fields -> BatonFormat.read(fields, election, found.version()));
        } catch (UnreadableRecordException e) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    files.file(found.number()) + " is no baton: " + e.getMessage() + "; remove it",
                    e);
        }
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        deadline.requireLeft();
        RecordFiles files = files(election);
        byte[] content = RecordFormat.pretty(out -> BatonFormat.write(out, election, next));
        try {
            if (!version.equals(files.current().map(StoredRecord::version).orElse(""))) {
                return Optional.empty();
            }
            disk.makeFolder(files.folder());
            if (version.isEmpty()) {
                disk.sync(layout.batons());
                disk.sync(layout.root());
            }
            return publisher.publish(files, content, version, deadline);
        } catch (IOException e) {
            throw FileErrors.noEffect("writing to " + files.folder(), e);
        }
    }

    private RecordFiles files(String election) {
        return new RecordFiles(disk, layout.baton(election));
    }
}
