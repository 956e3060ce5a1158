package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Lease;
import dev.tenure.testkit.SightingBounds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Any object is a record of Tenure or s3lect, or unreadable, and what was read is written and read unchanged. */
class RecordFormatFuzzTest {
    private static final String ELECTION = "payroll";

    @FuzzTest(maxDuration = "2m")
    void anyObjectIsARecordOrUnreadable(byte[] bytes) {
        RecordContent found = read(new String(bytes, StandardCharsets.UTF_8));

        if (found instanceof RecordContent.Ours ours) {
            SightingBounds.check(ours.sighting());
            byte[] written = RecordFormat.write(ELECTION, ours.s3lectFields(), ours.sighting());
            assertThat(read(new String(written, StandardCharsets.UTF_8))).isEqualTo(found);
        } else if (found instanceof RecordContent.Unreadable unreadable) {
            assertThat(unreadable.token()).isBetween(0L, Lease.MAX_TOKEN);
            assertThat(unreadable.ttl()).isBetween(Duration.ZERO, Lease.MAX_TTL);
        }
    }

    private static RecordContent read(String text) {
        return RecordFormat.read(ELECTION, new StoredObject(text, "v"));
    }
}
