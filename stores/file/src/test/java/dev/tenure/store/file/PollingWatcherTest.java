package dev.tenure.store.file;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The watcher where the kernel gives no notices: on other file systems, or when a limit is reached. */
@Isolated("counts threads of the whole JVM")
@Tag("process")
@Timeout(60)
class PollingWatcherTest extends WatcherTest {
    @Override
    FolderNotices notices() {
        return new FolderNotices(false);
    }
}
