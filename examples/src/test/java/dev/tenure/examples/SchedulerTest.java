package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.FencedRegister;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.ManualElection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    // snippet: given
    private final ManualCandidate node = new ManualCandidate("node-1");
    private final Scheduler scheduler = new Scheduler(node);
    // end

    // snippet: double
    @Test
    void aTaskRunsEveryHourWhileItsNodeLeads() {
        AtomicInteger reports = new AtomicInteger();
        scheduler.every(Duration.ofHours(1), "report", token -> reports.incrementAndGet());
        ManualElection report = node.election("task-report");
        assertThat(reports).hasValue(0); // nobody leads

        report.acquire();
        report.settle(); // the first run is over
        assertThat(reports).hasValue(1);

        report.elapse(Duration.ofHours(1));
        report.settle();
        assertThat(reports).hasValue(2);

        report.lose("the network is gone"); // returns when the work has ended
        report.elapse(Duration.ofHours(1));
        assertThat(reports).hasValue(2);
    }
    // end

    @Test
    void eachTermRunsUnderItsOwnToken() {
        FencedRegister ledger = new FencedRegister();
        scheduler.every(Duration.ofHours(1), "report", token -> ledger.write(token, "reported"));
        ManualElection report = node.election("task-report");

        report.acquire();
        report.settle();
        assertThat(ledger.highestToken()).isEqualTo(1);

        report.resign("maintenance");
        report.leaderIs("node-2");
        report.leaderIsGone();
        report.acquire();
        report.settle();
        assertThat(ledger.highestToken()).isEqualTo(3);
    }

    @Test
    void aTaskThatFailsGivesItsElectionUpAndLeavesTheOthersAlone() {
        List<Long> tidied = new CopyOnWriteArrayList<>();
        scheduler.every(Duration.ofHours(1), "report", token -> {
            throw new IllegalStateException("no ink");
        });
        scheduler.every(Duration.ofHours(1), "tidy", tidied::add);

        for (String task : List.of("task-report", "task-tidy")) {
            node.election(task).acquire();
            node.election(task).settle();
        }

        assertThat(node.election("task-report").isLeader()).isFalse();
        assertThat(node.election("task-tidy").isLeader()).isTrue();
        assertThat(tidied).containsExactly(1L);
    }
}
