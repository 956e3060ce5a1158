package dev.tenure.store.file;

import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.store.support.HistoryEntryFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the history of each election, a JSON object per line. Thread-safe, between processes too.
 *
 * <p>It is not synced, since nothing depends on it: a power failure may cost the last lines.
 */
final class FileHistory implements History {
    private final Disk disk;
    private final FolderLayout layout;

    FileHistory(Disk disk, FolderLayout layout) {
        this.disk = disk;
        this.layout = layout;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        deadline.requireLeft();
        Path folder = layout.history(entry.election());
        try {
            new HistoryLog(disk, folder).add(write(entry), KEPT, line -> isEntry(entry.election(), line));
        } catch (IOException e) {
            throw failure("adding to " + folder, e);
        }
    }

    /** Unlike a draft, a line may count even if the thread that wrote it was interrupted. */
    private static StoreException failure(String doing, IOException e) {
        boolean noEffect = FileErrors.hadNoEffect(e) && !(e instanceof ClosedByInterruptException);
        return noEffect ? FileErrors.noEffect(doing, e) : FileErrors.unknown(doing, e);
    }

    static byte[] write(HistoryEntry entry) {
        return RecordFormat.line(out -> HistoryEntryFormat.write(out, entry));
    }

    private static HistoryEntry read(String election, byte[] line) throws UnreadableRecordException {
        return RecordFormat.read(line, fields -> HistoryEntryFormat.read(fields, election));
    }

    private static boolean isEntry(String election, byte[] line) {
        try {
            read(election, line);
            return true;
        } catch (UnreadableRecordException e) {
            return false;
        }
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        deadline.requireLeft();
        Path folder = layout.history(election);
        List<HistoryEntry> entries = new ArrayList<>();
        try {
            for (byte[] line : new HistoryLog(disk, folder).lines()) {
                try {
                    entries.add(read(election, line));
                } catch (UnreadableRecordException torn) {
                    // Skip it: the others are whole.
                }
            }
        } catch (IOException e) {
            throw FileErrors.noEffect("reading " + folder, e);
        }
        return List.copyOf(entries.subList(Math.max(0, entries.size() - most), entries.size()));
    }
}
