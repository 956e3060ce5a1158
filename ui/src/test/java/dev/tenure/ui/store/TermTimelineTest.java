package dev.tenure.ui.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.spi.Lease;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link TermTimeline}. */
class TermTimelineTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static Identity node(String name) {
        return Identity.ofInstance("i-" + name).withName(name);
    }

    private static HistoryEntry entry(long seconds, String who, What what, long token, String cause) {
        return HistoryEntry.of("payroll", NOON.plusSeconds(seconds), node(who), what, token, cause);
    }

    private static Lease lease(long seconds, String who, long token) {
        Instant since = NOON.plusSeconds(seconds);
        WriteStamp stamp = new WriteStamp(0, 1, since);
        return new Lease("payroll", node(who), token, 0, since, Duration.ofSeconds(3), stamp, "");
    }

    @Test
    void aTermThatWasGivenUpAndTheNextMakeAHandOver() {
        List<HistoryEntry> history = List.of(
                entry(0, "a", What.ACQUIRED, 1, "elected"),
                entry(60, "a", What.RESIGNED, 1, "asked to resign").withReason(Reason.RESIGNED),
                entry(61, "b", What.ACQUIRED, 2, "elected"));

        TermTimeline timeline = TermTimeline.of(history, lease(61, "b", 2), Map.of());

        assertThat(timeline.terms())
                .containsExactly(
                        new TermSpan(
                                node("a"), 1, NOON, NOON.plusSeconds(60), "resigned", "resigned", "asked to resign"),
                        new TermSpan(node("b"), 2, NOON.plusSeconds(61), null, TermSpan.CURRENT, null, ""));
        assertThat(timeline.changes())
                .containsExactly(
                        new LeaderChange(NOON.plusSeconds(61), node("a"), node("b"), 1_000L, true, "asked to resign"));
    }

    @Test
    void aKilledLeaderLedAtLeastUntilItsLastRenewalThatWasSeen() {
        List<HistoryEntry> history = List.of(entry(0, "a", What.ACQUIRED, 1, ""), entry(20, "b", What.ACQUIRED, 2, ""));

        TermTimeline seen = TermTimeline.of(history, lease(20, "b", 2), Map.of(1L, NOON.plusSeconds(17)));
        TermTimeline unseen = TermTimeline.of(history, lease(20, "b", 2), Map.of());

        assertThat(seen.terms().get(0).end()).isEqualTo(TermSpan.SILENT);
        assertThat(seen.changes().get(0).millis()).isEqualTo(3_000);
        assertThat(seen.changes().get(0).planned()).isFalse();
        assertThat(seen.changes().get(0).cause()).contains("killed");
        assertThat(unseen.terms().get(0).to()).isNull();
        assertThat(unseen.changes().get(0).millis()).isNull();
    }

    @Test
    void clocksThatAreApartMakeNoNegativeGap() {
        List<HistoryEntry> history = List.of(entry(10, "a", What.RESIGNED, 1, ""), entry(9, "b", What.ACQUIRED, 2, ""));

        assertThat(TermTimeline.of(history, null, Map.of()).changes().get(0).millis())
                .isZero();
    }

    @Test
    void aTermWhoseBeginningIsForgottenHasNone() {
        List<HistoryEntry> history = List.of(entry(5, "a", What.LOST, 1, "renewals failed: s3://bucket/x is gone"));

        TermSpan term = TermTimeline.of(history, null, Map.of()).terms().get(0);

        assertThat(term.from()).isNull();
        assertThat(term.end()).isEqualTo("lost");
        assertThat(term.cause()).isEqualTo("renewals failed: (address left out) is gone");
    }

    @Test
    void theTermInTheRecordIsShownWithoutAHistory() {
        TermTimeline timeline = TermTimeline.of(List.of(), lease(3, "a", 7), Map.of());

        assertThat(timeline.terms())
                .containsExactly(new TermSpan(node("a"), 7, NOON.plusSeconds(3), null, TermSpan.CURRENT, null, ""));
    }
}
