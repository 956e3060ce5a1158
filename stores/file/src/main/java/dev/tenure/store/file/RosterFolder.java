package dev.tenure.store.file;

import static java.lang.System.Logger.Level.DEBUG;

import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.UnreadableRecordException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One roster on disk: a file for each candidate. Thread-safe.
 *
 * <p>A reader removes entries of processes that are certainly dead, and files that nobody has written for an hour. If
 * such a candidate still runs, its next beat writes its entry again.
 */
final class RosterFolder {
    static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private static final int READ_TRIES = 8;

    private static final String SUFFIX = ".json";

    private final Disk disk;
    private final Path folder;
    private final UnreadableFileWarnings warnings;

    RosterFolder(Disk disk, Path folder, UnreadableFileWarnings warnings) {
        this.disk = disk;
        this.folder = folder;
        this.warnings = warnings;
    }

    /** Returns the name of the file that an instance has in each of its rosters. */
    static String file(String instance) {
        return ElectionName.toFolder(instance) + SUFFIX;
    }

    /** Returns the entries of candidates that are not known to be dead. */
    List<RosterEntry> living(Predicate<LivenessReference> isDead) throws IOException {
        Instant oldest = Instant.ofEpochMilli(TimeSource.system().wallMillis()).minus(FORGOTTEN_AFTER);
        List<RosterEntry> members = new ArrayList<>();
        for (String name : disk.list(folder)) {
            if (name.endsWith(SUFFIX)) {
                living(name, oldest, isDead).ifPresent(members::add);
            }
        }
        return members;
    }

    private Optional<RosterEntry> living(String name, Instant oldest, Predicate<LivenessReference> isDead)
            throws IOException {
        Path file = folder.resolve(name);
        try {
            Optional<Disk.FileState> mark = disk.mark(file);
            if (mark.isEmpty()) {
                return Optional.empty(); // removed just now
            }
            if (mark.get().modified().isBefore(oldest)) {
                remove(file);
                return Optional.empty();
            }
            RecordFormat.ParsedEntry found = read(file, mark.get());
            if (!name.equals(file(found.entry().candidate().instance()))) {
                return Optional.empty(); // a copy under another name
            }
            if (found.liveness() != null && isDead.test(found.liveness())) {
                remove(file);
                return Optional.empty();
            }
            return Optional.of(found.entry());
        } catch (NoSuchFileException left) {
            return Optional.empty();
        } catch (UnreadableRecordException e) {
            // It may be the entry of a newer version that is alive. If not, it is removed after an hour.
            warnings.unreadable(file, e);
            return Optional.empty();
        }
    }

    /** Reads an entry together with the date that the same file has: another may take its place at any time. */
    private RecordFormat.ParsedEntry read(Path file, Disk.FileState mark)
            throws IOException, UnreadableRecordException {
        Disk.FileState before = mark;
        RecordFormat.ParsedEntry found = RecordFormat.readEntry(disk.read(file));
        for (int tries = 0; found.dated() && tries < READ_TRIES; tries++) {
            Disk.FileState after = disk.mark(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
            if (after.equals(before)) {
                RosterEntry entry = BeatDate.latest(found.entry(), after.modified());
                return new RecordFormat.ParsedEntry(entry, found.liveness(), true);
            }
            before = after;
            found = RecordFormat.readEntry(disk.read(file));
        }
        return found;
    }

    /** Removes a file; a reader without permission leaves that to others. */
    private void remove(Path file) {
        try {
            disk.remove(file);
        } catch (IOException e) {
            LOG.log(DEBUG, "left to others to remove: " + file, e);
        }
    }
}
