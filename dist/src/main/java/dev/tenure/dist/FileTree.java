package dev.tenure.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * The files of a package, ordered by path, with modes and links. Nothing of the machine that packs it is kept: no
 * owner, no date, no order of a directory. Not thread-safe.
 */
final class FileTree {
    static final int FOLDER = 0755;
    static final int FILE = 0644;
    static final int EXECUTABLE = 0755;

    private final TreeMap<String, Entry> entries = new TreeMap<>();

    /** One entry: a path without a slash at its beginning or end, and what is there. */
    static final class Entry {
        private final String path;
        private final Kind kind;
        private final int mode;
        private final int owner;
        private final byte[] content;

        Entry(String path, Kind kind, int mode, byte[] content, int owner) {
            this.path = path;
            this.kind = kind;
            this.mode = mode;
            this.content = content;
            this.owner = owner;
        }

        String path() {
            return path;
        }

        Kind kind() {
            return kind;
        }

        /** Returns its permissions. */
        int mode() {
            return mode;
        }

        /** Returns the number of its user and its group. */
        int owner() {
            return owner;
        }

        /** Returns what is in a file, or the target of a link. Not to be changed. */
        byte[] content() {
            return content;
        }
    }

    /** The kinds, with the letter that tar has for them. */
    enum Kind {
        FILE('0'),
        LINK('2'),
        FOLDER('5');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        char letter() {
            return letter;
        }
    }

    FileTree file(String path, Path source) throws IOException {
        return add(path, Kind.FILE, Files.isExecutable(source) ? EXECUTABLE : FILE, Files.readAllBytes(source));
    }

    FileTree text(String path, String text) {
        return add(path, Kind.FILE, FILE, text.getBytes(StandardCharsets.UTF_8));
    }

    FileTree bytes(String path, byte[] content) {
        return add(path, Kind.FILE, FILE, content);
    }

    FileTree script(String path, String text) {
        return add(path, Kind.FILE, EXECUTABLE, text.getBytes(StandardCharsets.UTF_8));
    }

    FileTree link(String path, String target) {
        return add(path, Kind.LINK, 0777, target.getBytes(StandardCharsets.UTF_8));
    }

    FileTree folder(String path, int mode, int owner) {
        addFoldersAbove(path);
        entries.put(path, new Entry(path, Kind.FOLDER, mode, new byte[0], owner));
        return this;
    }

    /** Adds all that is below a folder of this machine. Links are kept, but for those that lead out of it. */
    FileTree all(String path, Path source) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                String below = path + "/" + source.relativize(file);
                if (Files.isSymbolicLink(file) && !Files.readSymbolicLink(file).isAbsolute()) {
                    link(below, Files.readSymbolicLink(file).toString());
                } else {
                    file(below, file);
                }
            }
        }
        return this;
    }

    /** Adds another tree below a folder, or beside what is here if the path is empty. */
    FileTree tree(String path, FileTree other) {
        for (Entry entry : other.entries.values()) {
            String below = path.isEmpty() ? entry.path() : path + "/" + entry.path();
            addFoldersAbove(below);
            entries.put(below, new Entry(below, entry.kind(), entry.mode(), entry.content(), entry.owner()));
        }
        return this;
    }

    private FileTree add(String path, Kind kind, int mode, byte[] content) {
        addFoldersAbove(path);
        entries.put(path, new Entry(path, kind, mode, content, 0));
        return this;
    }

    private void addFoldersAbove(String path) {
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            String folder = path.substring(0, slash);
            entries.putIfAbsent(folder, new Entry(folder, Kind.FOLDER, FOLDER, new byte[0], 0));
        }
    }

    List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** Returns the bytes of all files together. */
    long size() {
        return entries.values().stream()
                .mapToLong(entry -> entry.content().length)
                .sum();
    }

    /** Writes the files as a tar archive, compressed by gzip. */
    void writeTarGz(OutputStream out, Instant date) throws IOException {
        GZIPOutputStream zipped = new GZIPOutputStream(out, 1 << 16);
        new TarWriter(zipped, date).write(this);
        zipped.finish();
    }
}
