package dev.tenure.store.file;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest extends LeaseStoreContract {
    @TempDir
    Path root;

    @Override
    protected LeaseStore open() {
        return FileStore.on(root).open();
    }

    @Override
    protected void corrupt(String election) {
        try {
            RecordFiles records = records(election);
            Files.writeString(records.file(records.highest()), "{ \"format\" : 1, \"elec");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected void forget(String election) {
        try {
            FolderDeletion.remove(new FolderLayout(root).election(election));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "x".repeat(256), "X".repeat(100), "half \ud83d");
    }

    @Override
    protected int raceRounds() {
        return 50; // each claimant syncs the disk
    }

    private RecordFiles records(String election) {
        return new RecordFiles(LocalDisk.INSTANCE, new FolderLayout(root).election(election));
    }
}
