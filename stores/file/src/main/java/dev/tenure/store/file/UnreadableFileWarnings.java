package dev.tenure.store.file;

import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.spi.EscapingLogger;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Logs a warning for each unreadable file, once. Thread-safe. */
final class UnreadableFileWarnings {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private static final int MOST_REMEMBERED = 1000;

    private final Set<Path> told = ConcurrentHashMap.newKeySet();

    void unreadable(Path file, UnreadableRecordException e) {
        if (told.size() >= MOST_REMEMBERED) {
            told.clear();
        }
        if (told.add(file)) {
            LOG.log(WARNING, file + " is left out because it cannot be read: " + e.problem());
        }
    }
}
