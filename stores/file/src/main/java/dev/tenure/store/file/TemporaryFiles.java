package dev.tenure.store.file;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.spi.EscapingLogger;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Writes files under temporary names before they get their final one, so that nobody reads half of one. Thread-safe.
 *
 * <p>A draft is named after the liveness file of its process, so drafts of dead processes are told from those still
 * being written.
 */
final class TemporaryFiles {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private final Disk disk;
    private final FolderLayout layout;
    private final AtomicBoolean warned = new AtomicBoolean();

    TemporaryFiles(Disk disk, FolderLayout layout) {
        this.disk = disk;
        this.layout = layout;
    }

    /** Returns the liveness file of this process, or null if it has none: then others wait until the lease expires. */
    @Nullable LivenessReference liveness() {
        try {
            return LivenessFile.in(layout.live()).liveness().orElse(null);
        } catch (IOException e) {
            if (warned.compareAndSet(false, true)) {
                LOG.log(
                        WARNING,
                        "no file can be locked in " + layout.live() + ", so a crash costs others the ttl: "
                                + FailureWords.of(e));
            }
            return null;
        }
    }

    /** Returns a path for a new draft of the process with this liveness file. */
    Path newDraft(@Nullable LivenessReference liveness) throws IOException {
        disk.makeFolder(layout.temporaryFiles());
        String owner = liveness == null ? LivenessFileName.newName() : liveness.file();
        return layout.temporaryFiles().resolve(owner + "." + UUID.randomUUID());
    }

    /** Removes a draft; if that fails it stays until this process has ended. */
    void remove(Path draft) {
        try {
            disk.remove(draft);
        } catch (IOException e) {
            LOG.log(DEBUG, "stays until this process has ended: " + draft, e);
        }
    }

    /** Replaces the content of a file in one step, without a sync: for files that need not survive a power failure. */
    void replace(Path folder, String name, byte[] content, @Nullable LivenessReference liveness) {
        replace(folder, name, content, liveness, null);
    }

    /** Replaces the content of a file likewise, and its date if one is given. */
    void replace(
            Path folder, String name, byte[] content, @Nullable LivenessReference liveness, @Nullable Instant date) {
        Path file = folder.resolve(name);
        boolean written = false;
        Path draft = null;
        try {
            draft = newDraft(liveness);
            disk.makeFolder(folder);
            disk.write(draft, content);
            if (date != null) {
                disk.date(draft, date);
            }
            written = true;
            disk.rename(draft, file);
        } catch (IOException e) {
            if (draft != null) {
                remove(draft);
            }
            throw written && !FileErrors.hadNoEffect(e)
                    ? FileErrors.unknown("replacing " + file, e)
                    : FileErrors.noEffect("writing " + file, e);
        }
    }
}
