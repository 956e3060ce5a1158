package dev.tenure.store.file;

import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks whether a folder is fit to keep leases. It writes only drafts, which nobody reads, and removes them; if this
 * process is killed, another removes them.
 */
final class FileDiagnosis {
    private static final int SYNCS = 20;
    private static final int DATES = 3;
    private static final Duration MOST_APART = Duration.ofSeconds(5);
    private static final int MOST_FOLDERS = 1000;
    private static final byte[] CONTENT = new byte[600]; // about the size of a record

    private final Disk disk;
    private final FolderLayout layout;
    private final TemporaryFiles temporaryFiles;

    FileDiagnosis(Disk disk, FolderLayout layout, TemporaryFiles temporaryFiles) {
        this.disk = disk;
        this.layout = layout;
        this.temporaryFiles = temporaryFiles;
    }

    List<CheckResult> run(Timing timing, Deadline deadline) {
        List<CheckResult> found = new ArrayList<>();
        folders(found);
        fileSystem(found);
        found.add(locks());
        List<Path> scratch = new ArrayList<>();
        try {
            found.add(links(scratch));
            found.add(syncs(scratch, timing, deadline));
            found.add(dates(scratch, deadline));
        } catch (IOException e) {
            found.add(FileErrors.finding("writing", "writing to " + layout.temporaryFiles(), e));
        } finally {
            scratch.forEach(temporaryFiles::remove);
        }
        return found;
    }

    private void folders(List<CheckResult> found) {
        List<Path> folders =
                new ArrayList<>(List.of(layout.root(), layout.live(), layout.temporaryFiles(), layout.requests()));
        try {
            for (Path parent : List.of(layout.elections(), layout.rosters(), layout.histories(), layout.batons())) {
                folders.add(parent);
                disk.list(parent).stream()
                        .limit(MOST_FOLDERS)
                        .map(parent::resolve)
                        .forEach(folders::add);
            }
            folders.removeIf(folder -> !Files.isDirectory(folder));
            found.add(permissions(folders));
            found.add(FolderPermissions.finding(layout.root(), folders));
        } catch (IOException e) {
            found.add(FileErrors.finding("permissions", "looking into " + layout.root(), e));
        }
    }

    private CheckResult permissions(List<Path> folders) {
        List<Path> closed = folders.stream()
                .filter(folder -> !Files.isReadable(folder) || !Files.isWritable(folder) || !Files.isExecutable(folder))
                .toList();
        return closed.isEmpty()
                ? CheckResult.ok("permissions", "every folder in " + layout.root() + " may be read and written")
                : CheckResult.fail(
                        "permissions",
                        "no permission to read and write " + closed.get(0)
                                + (closed.size() > 1 ? " and " + (closed.size() - 1) + " more" : ""),
                        "let all candidates run as the same user, or give their group access to the whole folder");
    }

    private void fileSystem(List<CheckResult> found) {
        try {
            java.nio.file.FileStore system = Files.getFileStore(layout.root());
            found.add(FileSystemCheck.type(system.type()));
            found.add(FileSystemCheck.space(system.getUsableSpace()));
        } catch (IOException e) {
            found.add(FileErrors.finding("file system", "asking about " + layout.root(), e));
        }
    }

    /** The process keeps the lock until it ends, like any that writes a record: see {@link LivenessFile}. */
    private CheckResult locks() {
        String problem;
        try {
            if (LivenessFile.in(layout.live()).liveness().isPresent()) {
                return CheckResult.ok("locks", "a file was locked: other processes notice at once when this one dies");
            }
            problem = "the system has no boot id, or files have no stable inode";
        } catch (IOException e) {
            problem = "no file can be locked in " + layout.live() + " (" + FailureWords.of(e) + ")";
        }
        return CheckResult.warn(
                "locks",
                problem + ": a crash costs others the ttl",
                "choose a folder on a local disk of a Linux machine, or accept the ttl");
    }

    /** Records are published by hard links, which must fail if the name is taken. */
    private CheckResult links(List<Path> scratch) throws IOException {
        Path draft = draft(scratch);
        disk.writeSynced(draft, CONTENT);
        Path name = draft(scratch);
        try {
            disk.link(draft, name);
        } catch (IOException e) {
            return FileErrors.finding("hard links", "making one", e);
        }
        try {
            disk.link(draft, name);
        } catch (FileAlreadyExistsException asItMust) {
            return CheckResult.ok("hard links", "one was made, and refused where the name was taken");
        }
        return CheckResult.fail(
                "hard links",
                "one was made although the name was taken",
                "choose a folder on another file system: on this one, two could lead at once");
    }

    private CheckResult syncs(List<Path> scratch, Timing timing, Deadline deadline) throws IOException {
        List<Long> nanos = new ArrayList<>();
        while (nanos.size() < SYNCS && !deadline.hasPassed()) {
            Path draft = draft(scratch);
            long start = deadline.time().nanos();
            disk.writeSynced(draft, CONTENT);
            disk.sync(layout.temporaryFiles());
            nanos.add(deadline.time().nanos() - start);
        }
        return syncs(nanos.stream().mapToLong(Long::longValue).toArray(), timing);
    }

    static CheckResult syncs(long[] nanos, Timing timing) {
        if (nanos.length == 0) {
            return CheckResult.warn(
                    "syncs", "there was no time to measure one", "try again when the machine is less busy");
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2] / 1e6;
        double slowest = sorted[sorted.length - 1] / 1e6;
        String text = String.format(
                Locale.ROOT,
                "a file and its folder are safe on disk after %.1f ms, the slowest of %d after %.1f ms",
                median,
                sorted.length,
                slowest);
        return slowest * 2 > timing.callTimeout().toMillis()
                ? CheckResult.warn(
                        "syncs",
                        text + "; a renewal does both within "
                                + timing.callTimeout().toMillis() + " ms",
                        "choose a faster or less busy disk, or a longer ttl")
                : CheckResult.ok("syncs", text);
    }

    /** A leader notices a request by the date of its folder. */
    private CheckResult dates(List<Path> scratch, Deadline deadline) throws IOException {
        List<Instant> dates = new ArrayList<>();
        for (int i = 0; i < DATES; i++) {
            disk.write(draft(scratch), CONTENT);
            Optional<Disk.FileState> mark = disk.mark(layout.temporaryFiles());
            mark.ifPresent(folder -> dates.add(folder.modified()));
        }
        return dates(dates, Instant.ofEpochMilli(deadline.time().wallMillis()));
    }

    static CheckResult dates(List<Instant> dates, Instant now) {
        if (dates.stream().allMatch(date -> date.equals(date.truncatedTo(ChronoUnit.SECONDS)))) {
            return CheckResult.warn(
                    "dates",
                    "dates of folders are whole seconds: a leader may notice a request only when it next looks",
                    "choose a folder on another file system if requests must be noticed at once");
        }
        Duration apart = Duration.between(dates.get(dates.size() - 1), now).abs();
        return apart.compareTo(MOST_APART) > 0
                ? CheckResult.warn(
                        "dates",
                        "the file system's clock and this machine's are " + apart.toSeconds() + " s apart",
                        "set both clocks by NTP: no lease depends on it, but people read these times")
                : CheckResult.ok("dates", "dates of folders are finer than a second, and from the same clock");
    }

    private Path draft(List<Path> scratch) throws IOException {
        Path draft = temporaryFiles.newDraft(temporaryFiles.liveness());
        scratch.add(draft);
        return draft;
    }
}
