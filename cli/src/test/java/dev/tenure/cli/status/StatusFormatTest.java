package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link StatusLine} and {@link StatusFormat}. */
class StatusFormatTest {
    private static final Instant RENEWED = Instant.parse("2026-01-01T00:00:10Z");
    private static final Lease LEASE = new Lease(
            "payroll",
            Identity.ofInstance("i-1").withName("node \"7\"").withAddress("host:8080"),
            42,
            0,
            Instant.parse("2026-01-01T00:00:00Z"),
            Duration.ofSeconds(3),
            new WriteStamp(5, 9, RENEWED),
            "v");

    private static StatusLine line(Sighting sighting, Instant now) {
        return StatusLine.of("payroll", sighting, now);
    }

    @Test
    void remainingTimeIsEstimatedWithoutStoreClock() {
        Sighting held = new Sighting.Held(LEASE, null);

        assertThat(line(held, RENEWED.plusMillis(500)).remaining()).isEqualTo(Duration.ofMillis(2500));
        assertThat(line(held, RENEWED.plusSeconds(60)).remaining()).isEqualTo(Duration.ZERO);
        assertThat(line(held, RENEWED.minusSeconds(60)).remaining()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void storeClockStatesRemainingTime() {
        Sighting held = new Sighting.Held(LEASE, new RemainingTime(RENEWED, Duration.ofMillis(70)));

        assertThat(line(held, RENEWED.plusSeconds(60)).remaining()).isEqualTo(Duration.ofMillis(70));
    }

    @Test
    void exitCodeStatesWhetherSomebodyLeads() {
        Sighting held = new Sighting.Held(LEASE, null);

        assertThat(line(held, RENEWED).exitStatus()).isEqualTo(ExitStatus.OK);
        assertThat(line(held, RENEWED.plusSeconds(60)).exitStatus()).isEqualTo(ExitStatus.NOBODY_LEADS);
        assertThat(line(new Sighting.Released(42, 0, null, "v"), RENEWED).exitStatus())
                .isEqualTo(ExitStatus.NOBODY_LEADS);
        assertThat(line(new Sighting.Unreadable("garbage", 0, "v"), RENEWED).exitStatus())
                .isEqualTo(ExitStatus.UNREADABLE);
    }

    @Test
    void jsonHasDocumentedFields() throws IOException {
        List<StatusLine> lines = List.of(
                line(new Sighting.Held(LEASE, null), RENEWED).explainedBy(List.of(entry(42, Reason.ELECTED))),
                line(new Sighting.Released(41, 0, null, "v"), RENEWED).explainedBy(List.of(entry(40, Reason.CLOSED))));

        List<Map<String, @Nullable Object>> read = JsonReader.objects(StatusFormat.json(lines));

        assertThat(read).hasSize(2);
        assertThat(read.get(0))
                .containsExactly(
                        Map.entry("election", "payroll"),
                        Map.entry("leader", "node \"7\""),
                        Map.entry("instance", "i-1"),
                        Map.entry("address", "host:8080"),
                        Map.entry("token", 42L),
                        Map.entry("since", "2026-01-01T00:00:00Z"),
                        Map.entry("expiresInMillis", 3000L),
                        Map.entry("reason", "elected"));
        assertThat(read.get(1))
                .containsEntry("leader", null)
                .containsEntry("token", 41L)
                .containsKey("since")
                .containsEntry("reason", null);
    }

    private static HistoryEntry entry(long token, Reason reason) {
        return HistoryEntry.of("payroll", RENEWED, LEASE.holder(), HistoryEntry.What.ACQUIRED, token, "a cause")
                .withReason(reason);
    }

    @Test
    void lastHistoryEntryOfTheTermStatesTheReason() {
        StatusLine released = line(new Sighting.Released(42, 0, null, "v"), RENEWED);

        assertThat(released.explainedBy(List.of(
                                entry(42, Reason.ELECTED), entry(42, Reason.RESIGNED), entry(43, Reason.ELECTED)))
                        .reason())
                .isEqualTo(Reason.RESIGNED);
    }

    @Test
    void noElectionsIsAnEmptyArrayAndATableHead() throws IOException {
        assertThat(JsonReader.objects(StatusFormat.json(List.of()))).isEmpty();
        assertThat(StatusFormat.table(List.of()).lines()).hasSize(1);
    }

    @Test
    void tableIsReadable() {
        assertThat(StatusFormat.table(List.of(
                        line(new Sighting.Held(LEASE, null), RENEWED),
                        line(new Sighting.Released(41, 0, null, "v"), RENEWED),
                        line(new Sighting.Unreadable("garbage", 0, "v"), RENEWED))))
                .isEqualTo("""
                        ELECTION  LEADER    TOKEN  SINCE                 LEASE
                        payroll   node "7"  42     2026-01-01T00:00:00Z  3.0s left
                        payroll   nobody    41     -                     free
                        payroll   nobody    -      -                     unreadable""".stripIndent());
    }
}
