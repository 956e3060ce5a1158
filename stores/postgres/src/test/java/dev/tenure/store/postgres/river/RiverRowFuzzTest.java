package dev.tenure.store.postgres.river;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.StoreException;
import dev.tenure.spi.Lease;
import dev.tenure.testkit.SightingBounds;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * Any row of {@code river_leader} is a lease, a mark or unreadable. A row is given as {@code ELECTED EXPIRES LEADER}:
 * its version.
 */
class RiverRowFuzzTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Duration DELAY = Duration.ofSeconds(13);

    @FuzzTest(maxDuration = "2m")
    void anyRowIsReadOrUnreadable(byte[] bytes) {
        RiverRow row;
        try {
            row = RiverRow.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (DateTimeException noDate) {
            return; // the database has no such row
        }
        if (row == null || row.leaderId().isEmpty()) {
            return;
        }

        SightingBounds.check(row.sighting(NOW, DELAY));
        assertThat(row.delayLeft(NOW, DELAY)).isBetween(Duration.ZERO, DELAY);
        assertThat(RiverRow.of(row.version())).isEqualTo(row);
        RiverLeaderId id = RiverLeaderId.read(row.leaderId());
        if (id != null
                && id.ttl().compareTo(Duration.ZERO) > 0
                && id.ttl().compareTo(Lease.MAX_TTL) <= 0) { // others are no lease
            survives(id);
        }
    }

    private static void survives(RiverLeaderId id) {
        try {
            assertThat(RiverLeaderId.read(id.text())).isEqualTo(id);
        } catch (StoreException tooLong) {
            assertThat(tooLong).hasMessageContaining("characters too long");
        }
    }
}
