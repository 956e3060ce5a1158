package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.UnreadableRecordException;
import dev.tenure.testkit.SightingBounds;

/** Any file is a record, or unreadable, and what was read is written and read unchanged. */
class RecordFormatFuzzTest {
    private static final String ELECTION = "payroll";

    @FuzzTest(maxDuration = "2m")
    void anyFileIsARecordOrUnreadable(byte[] bytes) {
        record(bytes);
        rosterEntry(bytes);
    }

    private static void record(byte[] bytes) {
        StoredRecord stored = new StoredRecord(7, bytes);
        RecordFormat.Parsed found = RecordFormat.read(ELECTION, stored);
        SightingBounds.check(found.sighting());
        RecordFormat.liveness(stored);
        if (!(found.sighting() instanceof Sighting.Unreadable)) {
            byte[] written = RecordFormat.write(ELECTION, found.sighting(), found.liveness());
            RecordFormat.Parsed again = RecordFormat.read(ELECTION, new StoredRecord(7, written));
            assertThat(again.liveness()).isEqualTo(found.liveness());
            assertThat(withoutVersion(again.sighting())).isEqualTo(withoutVersion(found.sighting()));
        }
    }

    /** The version is a digest of the bytes, and no two writes have the same. */
    private static Sighting withoutVersion(Sighting sighting) {
        return sighting instanceof Sighting.Held held
                ? new Sighting.Held(held.lease().withVersion(""), null)
                : sighting instanceof Sighting.Released mark
                        ? new Sighting.Released(mark.lastToken(), mark.follows(), mark.reservation(), "")
                        : sighting;
    }

    private static void rosterEntry(byte[] bytes) {
        RecordFormat.ParsedEntry found;
        try {
            found = RecordFormat.readEntry(bytes);
        } catch (UnreadableRecordException e) {
            return;
        }
        try {
            assertThat(RecordFormat.readEntry(RecordFormat.write(found.entry(), found.liveness(), found.dated())))
                    .isEqualTo(found);
        } catch (UnreadableRecordException e) {
            throw new AssertionError("what was read cannot be read again: " + found, e);
        }
    }
}
