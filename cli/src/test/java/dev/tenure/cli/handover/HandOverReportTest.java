package dev.tenure.cli.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.fixtures.JsonReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link HandOverReport}. */
class HandOverReportTest {
    private static final Identity OLD = Identity.ofInstance("i-1").withName("old");
    private static final Identity NEW = Identity.ofInstance("i-2").withName("new");
    private static final Identity THIRD = Identity.ofInstance("i-3").withName("third");

    private static HandOverReport asked(@Nullable String wanted) {
        return new HandOverReport("payroll", wanted, OLD, 7, Duration.ofSeconds(6));
    }

    private static ElectionEvent seen(@Nullable Identity leader, long token) {
        return new ElectionEvent.LeaderChanged("payroll", Instant.EPOCH, leader, token, "seen");
    }

    private static HistoryEntry ending(HistoryEntry.What what, String cause) {
        return ending(what, Reason.RESIGNED, cause);
    }

    private static HistoryEntry ending(HistoryEntry.What what, Reason reason, String cause) {
        return HistoryEntry.of("payroll", Instant.EPOCH, OLD, what, 7, cause).withReason(reason);
    }

    @Test
    void anotherTermSettlesTheReport() {
        HandOverReport report = asked(null).after(seen(NEW, 8));

        assertThat(report.isSettled()).isTrue();
        assertThat(report.exitStatus()).isEqualTo(ExitStatus.OK);
        assertThat(report.because(ending(HistoryEntry.What.RESIGNED, "asked")).text())
                .isEqualTo("old (token 7) resigned; new leads payroll with token 8");
    }

    @Test
    void lostTermIsNotReportedAsResigned() {
        HandOverReport report = asked(null).after(seen(NEW, 8));

        assertThat(report.text()).isEqualTo("old (token 7) no longer leads; new leads payroll with token 8");
        assertThat(report.because(ending(HistoryEntry.What.LOST, "paused")).text())
                .startsWith("old (token 7) lost its term (paused); new leads");
    }

    @Test
    void endedCommandIsNotReportedAsResigned() {
        HistoryEntry ending =
                ending(HistoryEntry.What.RESIGNED, Reason.WORK_ENDED, "its command ended with exit code 0");

        assertThat(asked(null).after(seen(NEW, 8)).because(ending).text())
                .startsWith("old (token 7) gave up its term (its command ended with exit code 0); new leads");
    }

    @Test
    void renewalOfTheSameTermSettlesNothing() {
        HandOverReport report = asked(null).after(seen(OLD, 7));

        assertThat(report.isSettled()).isFalse();
        assertThat(report.exitStatus()).isEqualTo(ExitStatus.NOT_IN_TIME);
        assertThat(report.text()).startsWith("old (token 7) still leads payroll after 6s");
    }

    @Test
    void vacancySatisfiesResignButNotTransfer() {
        HandOverReport resigned = asked(null).after(seen(null, 7));
        HandOverReport transferred = asked("new").after(seen(null, 7));

        assertThat(resigned.isSettled()).isFalse();
        assertThat(resigned.exitStatus()).isEqualTo(ExitStatus.OK);
        assertThat(resigned.text()).endsWith("and nobody leads payroll yet");
        assertThat(transferred.exitStatus()).isEqualTo(ExitStatus.NOT_IN_TIME);
        assertThat(transferred.text()).endsWith("nobody leads payroll yet; new did not take over in time");
    }

    @Test
    void transferSucceedsOnlyIfItsTargetLeads() {
        assertThat(asked("new").after(seen(NEW, 8)).exitStatus()).isEqualTo(ExitStatus.OK);
        assertThat(asked("i-2").after(seen(NEW, 8)).exitStatus()).isEqualTo(ExitStatus.OK);

        HandOverReport elsewhere = asked("new").after(seen(THIRD, 8));
        assertThat(elsewhere.isSettled()).isTrue();
        assertThat(elsewhere.exitStatus()).isEqualTo(ExitStatus.NOT_IN_TIME);
        assertThat(elsewhere.text()).endsWith("but third leads payroll with token 8; new did not take over in time");
    }

    @Test
    void jsonHasDocumentedFields() throws IOException {
        HandOverReport report =
                asked("new").after(seen(NEW, 8)).because(ending(HistoryEntry.What.RESIGNED, "as asked"));

        Map<String, @Nullable Object> read = JsonReader.object(report.json());
        assertThat(read).containsOnlyKeys("election", "result", "asked", "leader", "reason", "cause");
        assertThat(read)
                .contains(
                        Map.entry("election", "payroll"),
                        Map.entry("result", "moved"),
                        Map.entry("reason", "resigned"),
                        Map.entry("cause", "as asked"));
        assertThat(read.get("leader")).hasToString("{name=new, instance=i-2, address=null, token=8}");
        assertThat(read.get("asked")).hasToString("{name=old, instance=i-1, address=null, token=7}");
        assertThat(JsonReader.object(asked(null).after(seen(null, 7)).json()))
                .containsEntry("result", "vacant")
                .containsEntry("leader", null)
                .containsEntry("reason", null);
    }
}
