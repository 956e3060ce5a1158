package dev.tenure.store.file;

import dev.tenure.spi.Deadline;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Optional;

/** Writes records to drafts, and publishes them where the record before is still the last. Thread-safe. */
final class RecordPublisher {
    private final Disk disk;
    private final TemporaryFiles temporaryFiles;
    private final DeadProcessCleanup cleanup;

    RecordPublisher(Disk disk, TemporaryFiles temporaryFiles, DeadProcessCleanup cleanup) {
        this.disk = disk;
        this.temporaryFiles = temporaryFiles;
        this.cleanup = cleanup;
    }

    /**
     * Publishes what follows the given version.
     *
     * @return as {@link RecordFiles#publish} says
     */
    Optional<String> publish(RecordFiles records, byte[] content, String version, Deadline deadline)
            throws IOException {
        LivenessReference liveness = temporaryFiles.liveness();
        Path draft = temporaryFiles.newDraft(liveness);
        try {
            disk.writeSynced(draft, content);
            deadline.requireLeft();
            requireUninterrupted();
            return records.publish(draft, content, version);
        } finally {
            temporaryFiles.remove(draft);
            cleanup.once(liveness, deadline);
        }
    }

    /** An interrupted thread could not sync the folder, with the record already in it. */
    private static void requireUninterrupted() throws ClosedByInterruptException {
        if (Thread.currentThread().isInterrupted()) {
            throw new ClosedByInterruptException();
        }
    }
}
