package dev.tenure.store.file;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FileElectionTest extends ElectionContract {
    @TempDir
    Path root;

    @Override
    protected LeaseStore open() {
        return FileStore.on(root).open();
    }
}
