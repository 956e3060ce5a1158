package dev.tenure.store.file;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.store.support.RequestFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps the last request for each election in a file, replaced as a whole. Thread-safe, between processes too.
 *
 * <p>It is not synced: a power failure also ends the term that it is meant for.
 */
final class FileRequests implements Requests {
    private final Disk disk;
    private final Path folder;
    private final TemporaryFiles temporaryFiles;
    private final UnreadableFileWarnings warnings;

    FileRequests(Disk disk, FolderLayout layout, TemporaryFiles temporaryFiles, UnreadableFileWarnings warnings) {
        this.disk = disk;
        this.folder = layout.requests();
        this.temporaryFiles = temporaryFiles;
        this.warnings = warnings;
    }

    /** Returns the file of the request to an election's leader. */
    Path file(String election) {
        return folder.resolve(ElectionName.toFolder(election));
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        deadline.requireLeft();
        String name = ElectionName.toFolder(request.election());
        temporaryFiles.replace(
                folder, name, RecordFormat.pretty(out -> RequestFormat.write(out, request)), temporaryFiles.liveness());
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        deadline.requireLeft();
        Map<String, Request> found = new HashMap<>();
        for (String election : elections) {
            Path file = file(election);
            try {
                found.put(election, RecordFormat.read(disk.read(file), fields -> RequestFormat.read(fields, election)));
            } catch (NoSuchFileException none) {
                // there is no request
            } catch (UnreadableRecordException e) {
                warnings.unreadable(file, e);
            } catch (IOException e) {
                throw FileErrors.noEffect("reading " + file, e);
            }
        }
        return found;
    }
}
