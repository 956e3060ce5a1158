package dev.tenure.store.file;

import dev.tenure.StoreException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The records of one election: numbered files in a folder, of which the highest counts. Thread-safe.
 *
 * <p>This is a compare-and-swap without a mutex, because a process may stop at any instruction and must not block the
 * others. Record {@code n + 1} is published by linking a finished, synced file to that name, which fails if the name is
 * taken. A process that stopped between reading {@code n} and publishing may find the name free again, because others
 * published it, went on and removed it. So the writer looks again afterwards: its record counts only if there is no
 * higher one and the record it follows is still there, unchanged. Records are removed from the lowest up, and only when
 * {@link #KEPT} higher ones exist; so a writer that finds its predecessor in place was first.
 */
final class RecordFiles {
    /**
     * How many records stay: the highest, and some before it. They give a reader time to open a file that it listed,
     * keep the last token when the highest is corrupt, and show people what happened.
     */
    static final int KEPT = 4;

    private static final int READ_TRIES = 16;
    private static final String SUFFIX = ".json";

    /** Up to 18 digits fit into a long; Tenure never writes a longer number. */
    private static final Pattern FILE = Pattern.compile("([1-9][0-9]{0,17})\\.json");

    private static final long HIGHEST = 999_999_999_999_999_999L;

    private final Disk disk;
    private final Path folder;

    RecordFiles(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    /** Returns the folder of the records. */
    Path folder() {
        return folder;
    }

    /** Returns the file of a record. */
    Path file(long number) {
        return folder.resolve(number + SUFFIX);
    }

    /** Returns the number of the highest record, 0 if there is none. */
    long highest() throws IOException {
        return highest(numbers());
    }

    private static long highest(NavigableSet<Long> numbers) {
        return numbers.isEmpty() ? 0 : numbers.last();
    }

    /** Returns the record that counts at this moment, or empty if there is none. */
    Optional<StoredRecord> current() throws IOException {
        for (int tries = 0; tries < READ_TRIES; tries++) {
            long highest = highest();
            if (highest == 0) {
                return Optional.empty();
            }
            Optional<StoredRecord> entry = read(highest);
            if (entry.isPresent()) {
                return entry;
            }
            // Others have published so many since it was listed that it was removed.
        }
        throw new IOException(folder + " changed " + READ_TRIES + " times while it was read");
    }

    /** Returns the numbers of the records below a number, the highest first. */
    List<Long> below(long number) throws IOException {
        return List.copyOf(numbers().headSet(number, false).descendingSet());
    }

    /** Returns a record, or empty if there is none. */
    Optional<StoredRecord> read(long number) throws IOException {
        try {
            return Optional.of(new StoredRecord(number, disk.read(file(number))));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    /**
     * Publishes a synced draft as the record that follows the given version.
     *
     * @return the new version, or empty if the version no longer counted, or the new one was overtaken at once
     * @throws IOException if certainly nothing was published
     * @throws StoreException if it is unknown whether it was
     */
    Optional<String> publish(Path draft, byte[] content, String version) throws IOException {
        long previous = StoredRecord.numberOf(version);
        if (previous >= HIGHEST) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    file(previous) + " has the highest number there is, and Tenure cannot have written it: remove it");
        }
        StoredRecord next = new StoredRecord(previous + 1, content);
        boolean linked = link(draft, next);
        // From here on others may see the record, so an error has an unknown outcome.
        try {
            if (!linked && !isOurs(next)) {
                return Optional.empty();
            }
            disk.sync(folder);
            return counts(next.number(), version) ? Optional.of(next.version()) : Optional.empty();
        } catch (IOException e) {
            throw FileErrors.unknown("publishing " + file(next.number()), e);
        }
    }

    private boolean link(Path draft, StoredRecord next) throws IOException {
        try {
            disk.link(draft, file(next.number()));
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (IOException e) {
            if (FileErrors.hadNoEffect(e)) {
                throw e;
            }
            throw FileErrors.unknown("publishing " + file(next.number()), e);
        }
    }

    /**
     * A network file system that lost the first answer links again, and then finds the name taken by this very link.
     */
    private boolean isOurs(StoredRecord next) throws IOException {
        Optional<StoredRecord> found = read(next.number());
        return found.isPresent() && Arrays.equals(found.get().content(), next.content());
    }

    /**
     * Tells whether a record that was just published counts, and removes old ones.
     *
     * <p>A record that came too late is removed. One that counted and was overtaken stays: other writers may look for
     * it, to learn whether theirs counts.
     */
    private boolean counts(long number, String version) throws IOException {
        boolean inTime = version.isEmpty()
                || version.equals(read(number - 1).map(StoredRecord::version).orElse(""));
        if (!inTime) {
            disk.remove(file(number));
            return false;
        }
        NavigableSet<Long> numbers = numbers();
        long highest = highest(numbers);
        removeAll(numbers.headSet(highest - KEPT, true));
        return highest == number;
    }

    /** Removes records from the lowest up, and skips those that cannot be removed. */
    private void removeAll(SortedSet<Long> numbers) {
        for (long number : numbers) {
            try {
                disk.remove(file(number));
            } catch (IOException e) {
                // It does not count any more, and the next writer tries again. The rest must not pile up behind it.
            }
        }
    }

    private NavigableSet<Long> numbers() throws IOException {
        NavigableSet<Long> numbers = new TreeSet<>();
        for (String name : disk.list(folder)) {
            var match = FILE.matcher(name);
            if (match.matches()) {
                numbers.add(Long.parseLong(match.group(1)));
            }
        }
        return numbers;
    }
}
