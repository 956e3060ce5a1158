package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.HistoryEntry;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Any bytes are a record or an {@link UnreadableRecordException}, and what was read is written and read unchanged. */
class RecordFuzzTest {
    private static final String ELECTION = "payroll";

    @FuzzTest(maxDuration = "2m")
    void anyBytesAreARecordOrUnreadable(byte[] bytes) {
        survives(bytes, fields -> LeaseFormat.read(fields, ELECTION, "v"), LeaseFormat::write);
        survives(bytes, fields -> RequestFormat.read(fields, ELECTION), RequestFormat::write);
        survives(bytes, RosterEntryFormat::read, RosterEntryFormat::write);
        survives(bytes, fields -> withShortCause(HistoryEntryFormat.read(fields, ELECTION)), HistoryEntryFormat::write);
    }

    /** A long cause is cut when it is written. */
    private static HistoryEntry withShortCause(HistoryEntry entry) {
        if (entry.cause().length() > 1_000) {
            throw new IllegalArgumentException("its cause is cut");
        }
        return entry;
    }

    private static <T> void survives(
            byte[] bytes, Function<RecordFields, T> reader, BiConsumer<RecordWriter, T> writer) {
        T found;
        try {
            found = FlatJson.read(bytes, reader);
        } catch (UnreadableRecordException e) {
            Sighting.Unreadable shown = LeaseFormat.unreadable(e, "v");
            assertThat(shown.lastToken()).isBetween(0L, Lease.MAX_TOKEN);
            assertThat(shown.ttl()).isBetween(Duration.ZERO, Lease.MAX_TTL);
            return;
        }
        byte[] written = FlatJson.compact(out -> writer.accept(out, found)).getBytes(StandardCharsets.UTF_8);
        try {
            assertThat(FlatJson.read(written, reader)).isEqualTo(found);
        } catch (UnreadableRecordException e) {
            throw new AssertionError("what was read cannot be read again: " + found, e);
        }
    }
}
