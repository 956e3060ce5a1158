package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.cli.fixtures.JsonReader;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link HistoryFormat}. */
class HistoryFormatTest {
    private static final Identity NODE = Identity.ofInstance("11111111-aaaa").withName("node");
    private static final HistoryEntry BEGUN = entry("00", HistoryEntry.What.ACQUIRED, "elected");
    private static final HistoryEntry ENDED = entry("05", HistoryEntry.What.LOST, "a line\nand another");

    private static HistoryEntry entry(String second, HistoryEntry.What what, String cause) {
        return HistoryEntry.of("payroll", Instant.parse("2026-01-01T00:00:" + second + "Z"), NODE, what, 7, cause)
                .withReason(Reason.TRUST_ENDED);
    }

    @Test
    void tableIsReadable() {
        assertThat(HistoryFormat.table(List.of(BEGUN, ENDED)))
                .containsExactly(
                        "AT                    WHO   INSTANCE  WHAT      TOKEN  CAUSE",
                        "2026-01-01T00:00:00Z  node  11111111  acquired  7      elected",
                        "2026-01-01T00:00:05Z  node  11111111  lost      7      a line; and another");
    }

    @Test
    void watchTableShowsAges() {
        assertThat(HistoryFormat.ages(List.of(ENDED), Instant.parse("2026-01-01T00:00:07.5Z")))
                .last()
                .isEqualTo("2.5 s ago  node  lost  7      a line; and another");
    }

    @Test
    void onlyLastEntriesAreTaken() {
        assertThat(HistoryFormat.last(List.of(BEGUN, ENDED), 1)).containsExactly(ENDED);
        assertThat(HistoryFormat.last(List.of(BEGUN, ENDED), 3)).containsExactly(BEGUN, ENDED);
    }

    @Test
    void jsonHasDocumentedFields() throws IOException {
        assertThat(JsonReader.objects(HistoryFormat.json(List.of(ENDED))))
                .singleElement()
                .satisfies(object -> assertThat(object)
                        .containsEntry("address", null)
                        .contains(
                                Map.entry("election", "payroll"),
                                Map.entry("at", "2026-01-01T00:00:05Z"),
                                Map.entry("who", "node"),
                                Map.entry("instance", "11111111-aaaa"),
                                Map.entry("what", "lost"),
                                Map.entry("token", 7L),
                                Map.entry("reason", "trust-ended"),
                                Map.entry("cause", "a line\nand another"))
                        .hasSize(9));
    }
}
