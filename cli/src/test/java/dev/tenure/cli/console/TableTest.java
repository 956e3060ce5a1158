package dev.tenure.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@link Table}: wide columns give way on a narrow terminal. */
class TableTest {
    private final Table table = new Table("AT", "WHO", "CAUSE")
            .row("2026-01-01T00:00:00Z", "node", "renewals failed for 9.8 s: connect timed out; trust ended");

    @Test
    void columnsAreAsWideAsTheirCells() {
        assertThat(table.lines(Integer.MAX_VALUE))
                .containsExactly(
                        "AT                    WHO   CAUSE",
                        "2026-01-01T00:00:00Z  node  renewals failed for 9.8 s: connect timed out; trust ended");
    }

    @Test
    void widestColumnIsCutFirst() {
        assertThat(table.lines(60)).allMatch(line -> line.length() <= 60);
        assertThat(table.lines(60)).last().isEqualTo("2026-01-01T00:00:00Z  node  renewals failed for 9.8 s: conn…");
    }

    @Test
    void somethingIsLeftOfEveryCell() {
        assertThat(table.lines(1)).last().isEqualTo("2026-01…  node  renewal…");
    }
}
