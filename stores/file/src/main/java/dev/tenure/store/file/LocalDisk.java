package dev.tenure.store.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file system of the JDK.
 *
 * <p>Uses streams where possible, not channels: an interrupt closes a channel, and the interrupting thread waits until
 * a stalled disk has answered. A stream is not closed, and the call takes as long as the disk does.
 */
enum LocalDisk implements Disk {
    INSTANCE;

    /** A record has some 500 bytes. A longer file is garbage, and need not be read to its end. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final byte[] NOTHING = {};

    @Override
    public List<String> list(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                names.add(file.getFileName().toString());
            }
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public byte[] read(Path file) throws IOException {
        return read(file, MOST_BYTES);
    }

    @Override
    public byte[] read(Path file, int most) throws IOException {
        if (Files.isDirectory(file)) {
            return NOTHING; // a folder under the name of a record is garbage, not an error
        }
        try (InputStream content = Files.newInputStream(file)) {
            return content.readNBytes(most);
        }
    }

    @Override
    public Optional<FileState> mark(Path file) throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            String key = found.fileKey() == null ? "" : found.fileKey().toString();
            return Optional.of(new FileState(key, found.lastModifiedTime().toInstant(), found.size()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        FolderPermissions.makeFolder(folder);
    }

    @Override
    public void writeSynced(Path file, byte[] content) throws IOException {
        // Created and opened in one step, so that nobody can put a link there in between.
        try (OutputStream stream = Files.newOutputStream(file, CREATE_NEW, WRITE, SYNC)) {
            stream.write(content);
        }
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        try (OutputStream stream = Files.newOutputStream(file, CREATE_NEW, WRITE)) {
            stream.write(content);
        }
    }

    @Override
    public void append(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE, APPEND, LinkOption.NOFOLLOW_LINKS)) {
            // The rest is not written in a second step: another process may have written in between.
            if (channel.write(ByteBuffer.wrap(content)) < content.length) {
                throw new FileSystemException(file.toString(), null, FileErrors.NO_SPACE);
            }
        }
    }

    @Override
    public void date(Path file, Instant date) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(date));
    }

    @Override
    public boolean isLocal(Path folder) throws IOException {
        try {
            return FileSystemCheck.isLocal(Files.getFileStore(folder).type());
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException unknown) {
            return false; // the JDK does not find the mount, as in some containers
        }
    }

    @Override
    public void rename(Path file, Path name) throws IOException {
        Files.move(file, name, ATOMIC_MOVE);
    }

    @Override
    public void link(Path file, Path name) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (UnsupportedOperationException e) {
            throw new FileSystemException(name.toString(), file.toString(), FileErrors.NO_HARD_LINKS);
        }
    }

    /** The JDK can sync a folder only by a channel. No folder is locked, and a second sync does no harm. */
    @Override
    public void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }

    @Override
    public void remove(Path file) throws IOException {
        Files.deleteIfExists(file);
    }
}
