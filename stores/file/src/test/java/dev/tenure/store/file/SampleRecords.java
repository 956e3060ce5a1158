package dev.tenure.store.file;

import static java.util.Objects.requireNonNull;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Records and stores for the tests of the file store. */
final class SampleRecords {
    static final String ELECTION = "payroll";
    static final Duration TTL = Duration.ofSeconds(3);
    static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

    private SampleRecords() {}

    static FileCell cell(Path root) {
        return new FileCell(LocalDisk.INSTANCE, new FolderLayout(root));
    }

    static Sighting.Held held(long token) {
        return held(token, 0);
    }

    static Sighting.Held held(long token, long renewal) {
        WriteStamp stamp = new WriteStamp(renewal, 7, AT);
        Identity holder = Identity.ofInstance("instance-1").withName("node-1").withAddress("10.0.0.1:80");
        return new Sighting.Held(new Lease(ELECTION, holder, token, token - 1, AT, TTL, stamp, ""), null);
    }

    /** Writes a lease over whatever is there. */
    static String write(FileCell cell, long token) {
        String version = cell.read(ELECTION, StoreTestSteps.soon()).version();
        Optional<String> written = cell.write(ELECTION, held(token), version, StoreTestSteps.soon());
        return written.orElseThrow();
    }

    static RosterEntry enrolment(String instance, long heartbeat) {
        Identity candidate = Identity.ofInstance(instance).withName("node");
        return new RosterEntry(candidate, 1, "1.0", true, 0, new RosterEntry.Heartbeat(heartbeat, AT, TTL));
    }

    static Request request(long token) {
        return new Request(ELECTION, token, null, AT, "somebody");
    }

    static HistoryEntry happened(long token, String cause) {
        Identity who = Identity.ofInstance("i").withName("node");
        return HistoryEntry.of(ELECTION, AT, who, HistoryEntry.What.ACQUIRED, token, cause);
    }

    /** Returns the sign of life that the current record names. */
    static LivenessReference liveness(Path root) {
        try {
            RecordFiles records = new RecordFiles(LocalDisk.INSTANCE, new FolderLayout(root).election(ELECTION));
            return requireNonNull(RecordFormat.liveness(records.current().orElseThrow()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names in a folder, sorted. */
    static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
