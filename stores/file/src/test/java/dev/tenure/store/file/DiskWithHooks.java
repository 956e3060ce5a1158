package dev.tenure.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The real disk, with something done before each operation: a fault, a crash, or what others do meanwhile. */
class DiskWithHooks implements Disk {

    /** One thing a disk can be asked for. */
    enum Operation {
        LIST,
        READ,
        MAKE_FOLDER,
        WRITE,
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
