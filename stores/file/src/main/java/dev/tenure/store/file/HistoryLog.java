package dev.tenure.store.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The history of one election on disk: lines in numbered volumes, of which the highest is written to. Thread-safe,
 * between processes too.
 *
 * <p>A line is added by a single write to the end, which the kernel does not mix with another's. It begins and ends
 * with a line break, so half a line, left by a full disk or a power failure, spoils only itself. Volumes are never
 * rewritten: after a full volume the next begins, and only older ones are removed. To compact a file in place would
 * need a lock, which a stopped process could hold, or lose lines that others add meanwhile. A process that stopped
 * before its write may find its volume removed; by then a whole volume of later lines was added, and its own line would
 * have been removed with the rest.
 */
final class HistoryLog {
    /** A volume with fewer bytes is not full, and need not be read. */
    static final int FULL_BYTES = 64 * 1024;

    /** Far more than a full volume has. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private static final String SUFFIX = ".jsonl";
    private static final Pattern FILE = Pattern.compile("([1-9][0-9]{0,8})\\.jsonl");
    private static final byte BREAK = '\n';

    private final Disk disk;
    private final Path folder;

    HistoryLog(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    /**
     * Adds a line, and removes what is older than the last full volume.
     *
     * @param atLeast a volume with fewer lines is not full, however long they are
     * @param isWhole tells which lines count
     */
    void add(byte[] line, int atLeast, Predicate<byte[]> isWhole) throws IOException {
        disk.makeFolder(folder);
        NavigableSet<Integer> volumes = volumes();
        int volume = volumes.isEmpty() ? 1 : volumes.last();
        if (isFull(volume, atLeast, isWhole)) {
            volume++;
        }
        disk.append(file(volume), betweenLineBreaks(line));
        removeAll(volumes.headSet(volume - 1));
    }

    private void removeAll(SortedSet<Integer> old) {
        for (int volume : old) {
            try {
                disk.remove(file(volume));
            } catch (IOException e) {
                // The line is added all the same, and the next writer tries again.
            }
        }
    }

    private boolean isFull(int volume, int atLeast, Predicate<byte[]> isWhole) throws IOException {
        Optional<Disk.FileState> mark = disk.mark(file(volume));
        return mark.isPresent()
                && mark.get().size() >= FULL_BYTES
                && lines(volume).stream().filter(isWhole).count() >= atLeast;
    }

    private static byte[] betweenLineBreaks(byte[] line) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(line.length + 2);
        bytes.write(BREAK);
        bytes.writeBytes(line);
        bytes.write(BREAK);
        return bytes.toByteArray();
    }

    /** Returns all lines in the order they were added, torn ones included. */
    List<byte[]> lines() throws IOException {
        List<byte[]> lines = new ArrayList<>();
        for (int volume : volumes()) {
            lines.addAll(lines(volume));
        }
        return lines;
    }

    private List<byte[]> lines(int volume) throws IOException {
        byte[] content;
        try {
            content = disk.read(file(volume), MOST_BYTES);
        } catch (NoSuchFileException removed) {
            return List.of(); // by a process that has begun another
        }
        List<byte[]> lines = new ArrayList<>();
        int start = 0;
        for (int end = 0; end <= content.length; end++) {
            if (end == content.length || content[end] == BREAK) {
                if (end > start) {
                    lines.add(Arrays.copyOfRange(content, start, end));
                }
                start = end + 1;
            }
        }
        return lines;
    }

    private Path file(int volume) {
        return folder.resolve(volume + SUFFIX);
    }

    private NavigableSet<Integer> volumes() throws IOException {
        NavigableSet<Integer> volumes = new TreeSet<>();
        for (String name : disk.list(folder)) {
            var match = FILE.matcher(name);
            if (match.matches()) {
                volumes.add(Integer.parseInt(match.group(1)));
            }
        }
        return volumes;
    }
}
