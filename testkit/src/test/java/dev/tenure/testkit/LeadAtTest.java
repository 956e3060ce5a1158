package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.CatchUp;
import dev.tenure.ElectionEvent;
import dev.tenure.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LeadAtTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Schedule DAILY = Schedule.cron("0 3 * * *", ZoneId.of("Europe/Berlin"));

    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    private ManualCandidate node = new ManualCandidate("node-1");
    private ManualElection election = new ManualElection("unused");
    private volatile boolean fails;

    @AfterEach
    void close() {
        node.close();
    }

    private void start(String now, Schedule schedule, CatchUp catchUp) {
        node = new ManualCandidate("node-1", Duration.ZERO, Instant.parse(now));
        node.stand("nightly");
        election = node.election("nightly");
        election.leadAt(schedule, catchUp, (term, slot) -> {
            ran.add((fails ? "failed " : "") + slot);
            if (fails) {
                throw new IllegalStateException("disk full");
            }
        });
        acquire();
    }

    private void acquire() {
        election.acquire();
        election.settle();
    }

    private void elapse(Duration length) {
        election.elapse(length);
        election.settle();
    }

    private void elapseHours(int hours) {
        for (int hour = 0; hour < hours; hour++) {
            elapse(HOUR);
        }
    }

    @Test
    void aSlotIsRunWhenItsTimeHasCome() {
        start("2026-06-01T00:30:00Z", DAILY, CatchUp.ALL);
        elapse(Duration.ofMinutes(29));
        assertThat(ran).isEmpty();

        elapse(Duration.ofMinutes(1));
        assertThat(ran).containsExactly("2026-06-01T01:00:00Z");

        elapseHours(24);
        assertThat(ran).containsExactly("2026-06-01T01:00:00Z", "2026-06-02T01:00:00Z");
    }

    @Test
    @DisplayName("a slot that has finished is not run again after a fail-over")
    void aFinishedSlotIsNotRunAgain() {
        start("2026-06-01T00:30:00Z", DAILY, CatchUp.ALL);
        elapse(HOUR);

        election.lose("trust ended");
        acquire();
        election.lose("trust ended");
        acquire();

        assertThat(ran).containsExactly("2026-06-01T01:00:00Z");
    }

    @Test
    @DisplayName("slots that pass while nobody leads are run later: all, the last, or none")
    void missedSlotsAreCaughtUp() {
        assertThat(runAfterDaysWithoutLeader(CatchUp.ALL))
                .containsExactly(
                        "2026-06-01T01:00:00Z", "2026-06-02T01:00:00Z", "2026-06-03T01:00:00Z", "2026-06-04T01:00:00Z");
        assertThat(runAfterDaysWithoutLeader(CatchUp.LAST))
                .containsExactly("2026-06-01T01:00:00Z", "2026-06-03T01:00:00Z", "2026-06-04T01:00:00Z");
        assertThat(runAfterDaysWithoutLeader(CatchUp.NONE))
                .containsExactly("2026-06-01T01:00:00Z", "2026-06-04T01:00:00Z");
    }

    /** Leads on the first day, not on the second and third, and again on the fourth. */
    private List<String> runAfterDaysWithoutLeader(CatchUp catchUp) {
        ran.clear();
        start("2026-06-01T00:30:00Z", DAILY, catchUp);
        elapse(HOUR);
        election.lose("trust ended");
        election.elapse(Duration.ofDays(2));
        acquire();
        elapseHours(24);
        node.close();
        return List.copyOf(ran);
    }

    @Test
    @DisplayName("a slot before which the first leader was lost is not forgotten")
    void theFirstSlotOfAllIsNotForgotten() {
        start("2026-06-01T00:30:00Z", DAILY, CatchUp.ALL);
        election.lose("trust ended");
        election.elapse(HOUR);

        acquire();

        assertThat(ran).containsExactly("2026-06-01T01:00:00Z");
    }

    @Test
    @DisplayName("a slot whose run failed is run again by the next leader, and only then the one after it")
    void aFailedSlotIsRunAgain() {
        start("2026-06-01T00:30:00Z", DAILY, CatchUp.ALL);
        RecordingListener heard = new RecordingListener();
        election.subscribe(heard);
        fails = true;
        election.elapse(HOUR);
        election.settle();
        assertThat(election.isLeader()).isFalse();
        assertThat(heard.all())
                .filteredOn(ElectionEvent.Resigned.class::isInstance)
                .singleElement()
                .satisfies(event -> assertThat(event.cause()).contains("disk full"));
        fails = false;
        election.elapse(Duration.ofDays(1));

        acquire();

        assertThat(ran).containsExactly("failed 2026-06-01T01:00:00Z", "2026-06-01T01:00:00Z", "2026-06-02T01:00:00Z");
    }

    @Test
    @DisplayName("a slot whose run was cut short by the end of the term is run again, even if the task just returns")
    void aCutSlotIsRunAgain() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        node = new ManualCandidate("node-1", Duration.ZERO, Instant.parse("2026-06-01T00:30:00Z"));
        node.stand("nightly");
        election = node.election("nightly");
        election.leadAt(DAILY, CatchUp.LAST, (term, slot) -> {
            ran.add(slot.toString());
            running.countDown();
            if (ran.size() == 1) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException cut) {
                    // as if all were done
                }
            }
        });
        acquire();
        election.elapse(HOUR);
        running.await();
        election.lose("trust ended");

        acquire();

        assertThat(ran).containsExactly("2026-06-01T01:00:00Z", "2026-06-01T01:00:00Z");
    }

    @Test
    @DisplayName("the night of 25 hours has one run, and so has that of 23")
    void nightsOfOtherLengthsHaveOneRun() {
        start("2026-03-28T12:00:00Z", Schedule.cron("30 2 * * *", ZoneId.of("Europe/Berlin")), CatchUp.ALL);
        elapseHours(24);
        assertThat(ran).as("02:30 does not exist: 03:00 summer time").containsExactly("2026-03-29T01:00:00Z");
        node.close();
        ran.clear();

        start("2026-10-24T12:00:00Z", Schedule.cron("30 2 * * *", ZoneId.of("Europe/Berlin")), CatchUp.ALL);
        elapseHours(24);
        assertThat(ran).as("02:30 comes twice: the first").containsExactly("2026-10-25T00:30:00Z");
    }

    @Test
    @DisplayName("a wall clock that was put back runs nothing again")
    void aClockThatWasPutBackRunsNothingAgain() {
        start("2026-06-01T00:30:00Z", Schedule.every(HOUR), CatchUp.ALL);
        elapseHours(2);
        assertThat(ran).containsExactly("2026-06-01T01:00:00Z", "2026-06-01T02:00:00Z");
        election.lose("trust ended");
        node.stepWall(HOUR.multipliedBy(-2));
        acquire();

        elapseHours(2);
        assertThat(ran).hasSize(2);

        elapse(HOUR);
        assertThat(ran).containsExactly("2026-06-01T01:00:00Z", "2026-06-01T02:00:00Z", "2026-06-01T03:00:00Z");
    }

    @Test
    @DisplayName("what the application saves is apart from the slot")
    void savedStateIsApart() {
        start("2026-06-01T00:30:00Z", Schedule.every(HOUR), CatchUp.ALL);
        election.requireTerm().save(new byte[] {1, 2});
        elapse(HOUR);
        election.lose("trust ended");
        acquire();

        assertThat(election.requireTerm().saved().orElseThrow()).containsExactly(1, 2);
        assertThat(ran).containsExactly("2026-06-01T01:00:00Z");
    }
}
