package dev.tenure.store.file;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The watcher where the kernel gives no notices: on a file system that other machines may write to. */
@Isolated("counts threads of the whole JVM")
@Tag("process")
@Timeout(60)
class PollingWatcherTest extends WatcherTest {
    @Override
    Disk disk() {
        return DiskWithHooks.shared((operation, path) -> {});
    }
}
