package dev.tenure.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests virtual time, the threads of a process, and the source of randomness. */
class TimeAndThreadsTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> happened = new ArrayList<>();

    @Test
    void eventsRunInOrderOfTimeThenOfScheduling() {
        time.at(2, () -> happened.add("late"));
        time.at(1, () -> happened.add("early"));
        time.at(1, () -> happened.add("early too"));
        time.at(1, () -> happened.add("cancelled")).cancel();

        time.runUntil(10, () -> false);

        assertThat(happened).containsExactly("early", "early too", "late");
        assertThat(time.now()).isEqualTo(10);
    }

    @Test
    void runStopsAtTheEventThatFulfilsTheCondition() {
        time.at(1, () -> happened.add("one"));
        time.at(2, () -> happened.add("two"));

        assertThat(time.runUntil(10, () -> happened.contains("one"))).isTrue();
        assertThat(time.now()).isEqualTo(1);
    }

    @Test
    void tasksDueDuringPauseRunAfterIt() {
        ProcessThreads threads = new ProcessThreads(time);
        threads.pause();
        threads.run(() -> happened.add("answer"));
        threads.runTimer(() -> happened.add("timer"));
        assertThat(happened).isEmpty();

        threads.resume(true);
        time.runUntil(0, () -> false);

        assertThat(happened).containsExactly("timer", "answer");
    }

    @Test
    void tasksOfEndedProcessNeverRun() {
        ProcessThreads threads = new ProcessThreads(time);
        threads.pause();
        threads.run(() -> happened.add("answer"));

        threads.end();
        threads.run(() -> happened.add("another"));
        time.runUntil(10, () -> false);

        assertThat(happened).isEmpty();
    }

    @Test
    void neighbouringSeedsGiveDifferentNumbers() {
        long alike = 0;
        for (long seed = 0; seed < 1_000; seed++) {
            alike += new SeededRandom(seed).chance(50) == new SeededRandom(seed + 1).chance(50) ? 1 : 0;
        }

        assertThat(alike).isBetween(400L, 600L);
    }
}
