package dev.tenure.store.s3;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Computes the fields that s3lect reads in each record, which depend on the record before. Thread-safe.
 *
 * <p>A renewal has a later date than the one before, on any wall clock: the date continues by the monotonic clock, and
 * is never behind the wall clock. A release keeps the id of the leader that released.
 */
final class S3lectFieldsWriter {
    private final TimeSource time;
    private final Map<String, Known> latest = new ConcurrentHashMap<>();
    private final Map<String, Made> made = new ConcurrentHashMap<>();

    /** The fields of the version that was last read or written here, and when their date was current. */
    private record Known(String version, RecordContent.S3lectFields s3lectFields, long atNanos) {}

    /** The fields that were last computed here, and when: the write may take a while, and its answer may be lost. */
    private record Made(RecordContent.S3lectFields s3lectFields, long atNanos) {}

    S3lectFieldsWriter(TimeSource time) {
        this.time = time;
    }

    /** Remembers the fields of a record. */
    void note(String election, String version, RecordContent.S3lectFields s3lectFields) {
        Known known = latest.get(election);
        if (known == null || !known.version().equals(version)) {
            Made own = made.get(election);
            long at = own != null && own.s3lectFields().equals(s3lectFields) ? own.atNanos() : time.nanos();
            latest.put(election, new Known(version, s3lectFields, at));
        }
    }

    /** Returns the fields of an entry that replaces the given version. */
    RecordContent.S3lectFields next(String election, Sighting entry, String version) {
        Known latestKnown = latest.get(election);
        Known known = latestKnown != null && latestKnown.version().equals(version) ? latestKnown : null;
        if (entry instanceof Sighting.Held held) {
            Lease lease = held.lease();
            String id = RecordFormat.idOf(lease.holder());
            long nanos = time.nanos();
            Instant now = Instant.ofEpochMilli(time.wallMillis());
            Instant updated = known != null && known.s3lectFields().id().equals(id) ? later(now, known, nanos) : now;
            RecordContent.S3lectFields s3lectFields =
                    new RecordContent.S3lectFields(id, lease.holder().address(), updated);
            made.put(election, new Made(s3lectFields, nanos));
            return s3lectFields;
        }
        return known == null
                ? RecordContent.S3lectFields.of(null, null, GoDates.ZERO)
                : new RecordContent.S3lectFields(
                        known.s3lectFields().id(), known.s3lectFields().address(), GoDates.ZERO);
    }

    private static Instant later(Instant now, Known known, long nanos) {
        Instant goneOn = known.s3lectFields().updated().plusNanos(Math.max(1, nanos - known.atNanos()));
        return now.isAfter(goneOn) ? now : goneOn;
    }
}
