package dev.tenure.store.s3;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What s3lect is to see of each record, which depends on what it saw before. Thread-safe.
 *
 * <p>A renewal is dated later than the one before, whatever the wall clock did: it goes on from that date by the
 * monotonic clock, and never falls behind the wall clock. A release keeps the name of who released.
 */
final class S3lectFieldsWriter {
    private final TimeSource time;
    private final Map<String, Known> latest = new ConcurrentHashMap<>();
    private final Map<String, Made> made = new ConcurrentHashMap<>();

    /** The face of the version that was last read or written here, and when its date was true. */
    private record Known(String version, RecordContent.S3lectFields s3lectFields, long atNanos) {}

    /** The face that was last made here, and when: its write may take a while, and its answer may be lost. */
    private record Made(RecordContent.S3lectFields s3lectFields, long atNanos) {}

    S3lectFieldsWriter(TimeSource time) {
        this.time = time;
    }

    /** Remembers the face of a record. */
    void note(String election, String version, RecordContent.S3lectFields s3lectFields) {
        Known known = latest.get(election);
        if (known == null || !known.version().equals(version)) {
            Made own = made.get(election);
            long at = own != null && own.s3lectFields().equals(s3lectFields) ? own.atNanos() : time.nanos();
            latest.put(election, new Known(version, s3lectFields, at));
        }
    }

    /** Returns the face of an entry that is to replace the given version. */
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
