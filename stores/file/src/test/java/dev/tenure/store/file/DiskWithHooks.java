package dev.tenure.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The real disk, with a hook before each operation: a fault, a crash, or an action of another process. */
class DiskWithHooks implements Disk {

    /** One operation of a disk. */
    enum Operation {
        LIST,
        READ,
        MAKE_FOLDER,
        MARK,
        WRITE,
        APPEND,
        DATE,
        RENAME,
        LINK,
        SYNC,
        REMOVE
    }

    /** What is done around an operation. */
    @FunctionalInterface
    interface Hook {
        void before(Operation operation, Path path) throws IOException;
    }

    private final Hook hook;

    DiskWithHooks(Hook hook) {
        this.hook = hook;
    }

    /** Returns a disk that seems to be shared between machines. */
    static DiskWithHooks shared(Hook hook) {
        return new DiskWithHooks(hook) {
            @Override
            public boolean isLocal(Path folder) {
                return false;
            }
        };
    }

    @Override
    public List<String> list(Path folder) throws IOException {
        hook.before(Operation.LIST, folder);
        return LocalDisk.INSTANCE.list(folder);
    }

    @Override
    public byte[] read(Path file) throws IOException {
        hook.before(Operation.READ, file);
        return LocalDisk.INSTANCE.read(file);
    }

    @Override
    public byte[] read(Path file, int most) throws IOException {
        hook.before(Operation.READ, file);
        return LocalDisk.INSTANCE.read(file, most);
    }

    @Override
    public Optional<FileState> mark(Path file) throws IOException {
        hook.before(Operation.MARK, file);
        return LocalDisk.INSTANCE.mark(file);
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        hook.before(Operation.MAKE_FOLDER, folder);
        LocalDisk.INSTANCE.makeFolder(folder);
    }

    @Override
    public void writeSynced(Path file, byte[] content) throws IOException {
        hook.before(Operation.WRITE, file);
        LocalDisk.INSTANCE.writeSynced(file, content);
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        hook.before(Operation.WRITE, file);
        LocalDisk.INSTANCE.write(file, content);
    }

    @Override
    public void append(Path file, byte[] content) throws IOException {
        hook.before(Operation.APPEND, file);
        LocalDisk.INSTANCE.append(file, content);
    }

    @Override
    public void date(Path file, Instant date) throws IOException {
        hook.before(Operation.DATE, file);
        LocalDisk.INSTANCE.date(file, date);
    }

    @Override
    public boolean isLocal(Path folder) throws IOException {
        return true;
    }

    @Override
    public void rename(Path file, Path name) throws IOException {
        hook.before(Operation.RENAME, name);
        LocalDisk.INSTANCE.rename(file, name);
    }

    @Override
    public void link(Path file, Path name) throws IOException {
        hook.before(Operation.LINK, name);
        LocalDisk.INSTANCE.link(file, name);
    }

    @Override
    public void sync(Path folder) throws IOException {
        hook.before(Operation.SYNC, folder);
        LocalDisk.INSTANCE.sync(folder);
    }

    @Override
    public void remove(Path file) throws IOException {
        hook.before(Operation.REMOVE, file);
        LocalDisk.INSTANCE.remove(file);
    }
}
