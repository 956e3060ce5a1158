package dev.tenure.fence.file;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Guards a file of one machine: it is replaced only if no later term replaced it before. Readers see the old content or
 * the new one, never half of it. Immutable and thread-safe.
 *
 * <p>Beside the file {@code data} are {@code data.fence}, which has the token and the election, and
 * {@code data.fence-lock}, which a writer locks while it compares and replaces. Keep both.
 */
public final class FileFence {
    /** The lock of a file is the process's, so that threads need another, one for each name, or for several. */
    private static final ReentrantLock[] THREADS = new ReentrantLock[64];

    static {
        for (int i = 0; i < THREADS.length; i++) {
            THREADS[i] = new ReentrantLock();
        }
    }

    private final Path file;

    private FileFence(Path file) {
        this.file = file;
    }

    /** Returns the fence of a file, which need not be there yet; its folder must be. */
    public static FileFence of(Path file) {
        return new FileFence(requireNonNull(file, "file").toAbsolutePath().normalize());
    }

    /**
     * Replaces the whole content of the file, in one step, and returns when the disk has it.
     *
     * @throws StaleTokenException if a later term replaced the file; nothing was changed
     * @throws IllegalStateException if the file belongs to another election; nothing was changed
     */
    public void replace(Term term, byte[] content) throws IOException {
        replace(term.election(), term.token(), content);
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public void replace(String election, long token, byte[] content) throws IOException {
        FenceMark write = new FenceMark(file.toString(), election, token);
        Path folder = requireNonNull(file.getParent(), "a root has no content");
        Path lockFile = folder.toRealPath().resolve(beside(".fence-lock").getFileName());
        ReentrantLock threads = THREADS[Math.floorMod(lockFile.hashCode(), THREADS.length)];
        lock(threads);
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock locked = channel.lock()) {
            Optional<FenceMark> held = mark();
            held.ifPresent(mark -> mark.requireAdmits(write));
            // First the mark: after a crash in between, older terms are refused and the file is as it was.
            if (!held.equals(Optional.of(write))) {
                put(beside(".fence"), (token + " " + election).getBytes(StandardCharsets.UTF_8));
            }
            requireHeld(locked);
            put(file, content);
        } finally {
            threads.unlock();
        }
    }

    /** Returns what the fence remembers, or empty if nobody has written. An answer of this moment, and no check. */
    public Optional<FenceMark> mark() throws IOException {
        String text;
        try {
            text = Files.readString(beside(".fence"));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        try {
            String[] parts = text.split(" ", 2);
            return Optional.of(new FenceMark(file.toString(), parts[1], Long.parseLong(parts[0])));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(
                    beside(".fence") + " is no mark of a fence: restore it, or delete it if no older leader runs", e);
        }
    }

    /** Forgets the highest token: the next write creates the fence again. For files that are no longer guarded. */
    public void remove() throws IOException {
        Files.deleteIfExists(beside(".fence"));
    }

    private static void lock(ReentrantLock threads) throws InterruptedIOException {
        try {
            threads.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while another thread writes under a fence");
        }
    }

    private static void requireHeld(FileLock lock) throws IOException {
        if (!lock.isValid()) {
            throw new IOException("the lock was lost while it was held");
        }
    }

    private Path beside(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    /** Opens a new file that the same users may read and write as the one that it will replace. */
    private static FileChannel create(Path draft, Path target) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Set<PosixFilePermission> permissions;
        try {
            permissions = Files.getPosixFilePermissions(target);
        } catch (NoSuchFileException | UnsupportedOperationException e) {
            return FileChannel.open(draft, options);
        }
        FileChannel out = FileChannel.open(draft, options, PosixFilePermissions.asFileAttribute(permissions));
        Files.setPosixFilePermissions(draft, permissions); // also those that the umask took
        return out;
    }

    /** Writes a new file and renames it over the old one, each on the disk before the next step. */
    private static void put(Path target, byte[] content) throws IOException {
        Path draft = target.resolveSibling(target.getFileName() + ".fence-new");
        Files.deleteIfExists(draft); // of a process that was killed
        try (FileChannel out = create(draft, target)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
            out.force(true);
        }
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder =
                FileChannel.open(requireNonNull(target.getParent(), "folder"), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    @Override
    public String toString() {
        return "fence of " + file;
    }
}
