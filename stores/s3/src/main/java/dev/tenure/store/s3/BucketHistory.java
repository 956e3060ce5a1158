package dev.tenure.store.s3;

import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.HistoryEntryFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the last entries of an election in one object, an entry on each line. Thread-safe, between processes too.
 *
 * <p>S3 charges for requests and not for their length: so an entry costs one read and one write, and whoever asks reads
 * once. A write names the version that it adds to; one that lost a race is made again.
 */
final class BucketHistory implements History {
    private static final int MOST_TRIES = 50;

    private final Bucket bucket;
    private final ObjectKeys keys;

    BucketHistory(Bucket bucket, ObjectKeys keys) {
        this.bucket = bucket;
        this.keys = keys;
    }

    private String object(String election) {
        return keys.scratch("history/" + election + ".jsonl");
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        deadline.requireLeft();
        String key = object(entry.election());
        String line = FlatJson.compact(out -> HistoryEntryFormat.write(out, entry));
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<StoredObject> before = bucket.get(key, deadline);
            List<String> lines =
                    new ArrayList<>(before.map(BucketHistory::lines).orElse(List.of()));
            if (tries > 0 && lines.contains(line)) {
                return; // something on the way sent it twice, and the second was refused
            }
            lines.add(line);
            String next = String.join("\n", lines.subList(Math.max(0, lines.size() - KEPT), lines.size())) + "\n";
            String version = before.map(StoredObject::version).orElse(Bucket.ABSENT);
            if (bucket.put(key, next.getBytes(StandardCharsets.UTF_8), version, deadline)
                    .isPresent()) {
                return;
            }
        }
        throw new StoreException(Kind.UNREACHABLE, "too many write to " + key + " at once");
    }

    private static List<String> lines(StoredObject object) {
        return object.text().isEmpty() ? List.of() : List.of(object.text().split("\n"));
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        deadline.requireLeft();
        List<HistoryEntry> entries = new ArrayList<>();
        bucket.get(object(election), deadline)
                .ifPresent(object -> lines(object).forEach(line -> read(election, line, entries)));
        return List.copyOf(entries.subList(Math.max(0, entries.size() - most), entries.size()));
    }

    /** Skips an entry that cannot be read: the others are whole. */
    private static void read(String election, String line, List<HistoryEntry> into) {
        try {
            into.add(FlatJson.read(line, fields -> HistoryEntryFormat.read(fields, election)));
        } catch (UnreadableRecordException damaged) {
            // a person changed it, or a newer version wrote it
        }
    }
}
