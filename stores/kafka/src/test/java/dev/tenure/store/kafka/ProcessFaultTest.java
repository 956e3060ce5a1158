package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.store.kafka.goneli.GoNeliNode;
import dev.tenure.testkit.OverlapChecker;
import dev.tenure.testkit.StoreTestSteps;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Candidates in their own processes, stopped and killed: their terms must not overlap on the host's monotonic clock.
 */
@Order(1) // one of the longest, so it starts first
@Tag("process")
@Tag("server")
@Timeout(300)
class ProcessFaultTest {
    private static final String TOPIC = "processes";

    @TempDir
    Path folder;

    private final String election = KafkaTestData.newElection();
    private int children;

    private CandidateProcess child() {
        return child(TOPIC);
    }

    private CandidateProcess child(String topic) {
        Path file = folder.resolve("term-" + children++);
        return new CandidateProcess(Map.of(), TestBroker.shared().address(), topic, election, file.toString());
    }

    private OverlapChecker history() throws IOException {
        OverlapChecker history = new OverlapChecker();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                history.read(file);
            }
        }
        return history;
    }

    @Test
    @DisplayName("a leader stopped beyond its ttl does not lead beside its successor (NL-D2, NL-D3)")
    void stoppedLeaderNeverOverlapsSuccessor() throws Exception {
        try (CandidateProcess alice = child()) {
            long first = alice.await("acquired");
            try (CandidateProcess bob = child()) {
                bob.await("follows");
                alice.stop();
                long second = bob.await("acquired");
                alice.goOn();

                assertThat(second).isGreaterThan(first);
                assertThat(alice.await("fenced")).isEqualTo(first);
                assertThat(alice.await("follows")).isEqualTo(second);
            }
        }
        assertThat(history().findings()).isEmpty();
        assertThat(history().terms()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    @DisplayName("a leader stopped beyond its session does not lead beside the Go node that leads then")
    void stoppedLeaderNeverOverlapsGoNode() throws Exception {
        try (CandidateProcess alice = child("")) {
            long first = alice.await("acquired");
            StoreTestSteps.await(
                    "it has written that it leads",
                    () -> folder.resolve("term-0").toFile().length() > 0);
            alice.stop();
            try (GoNeliNode go = new GoNeliNode(CandidateMain.goNeli(election), "go-1")) {
                StoreTestSteps.await("the Go node leads", go::leads);
                long since = go.assignedNanos();
                alice.goOn();

                assertThat(alice.await("fenced")).isEqualTo(first);
                assertThat(alice.await("follows")).isGreaterThan(first);
                assertThat(history().terms())
                        .isNotEmpty()
                        .allSatisfy(term -> assertThat(term.endNanos() - since).isNegative());
            }
        }
    }

    @Test
    @DisplayName("a stopped follower does not prevent a hand-over (NL-D10), and a kill is survived")
    void stoppedFollowerDoesNotPreventHandOver() throws Exception {
        try (CandidateProcess alice = child()) {
            long first = alice.await("acquired");
            try (CandidateProcess carol = child();
                    CandidateProcess bob = child()) {
                carol.await("follows");
                bob.await("follows");
                carol.stop();
                alice.terminate();
                long second = bob.await("acquired");
                carol.goOn();
                bob.kill();

                assertThat(second).isGreaterThan(first);
                assertThat(carol.await("acquired")).isGreaterThan(second);
            }
        }
        assertThat(history().findings()).isEmpty();
    }

    @Test
    @DisplayName("a wall clock set back by an hour does not prolong a term (NL-D4)")
    void wallClockSetBackDoesNotProlongTerm(@TempDir Path classes) throws Exception {
        SteppedClock.compileInto(classes);
        String classPath = classes + File.pathSeparator + System.getProperty("java.class.path");
        String file = folder.resolve("term-stepped").toString();
        try (CandidateProcess alice = new CandidateProcess(
                CandidateMain.class, classPath, Map.of(), TestBroker.shared().address(), TOPIC, election, file)) {
            alice.await("acquired");
            try (CandidateProcess bob = child()) {
                bob.await("follows");
                alice.stepWall(Duration.ofHours(-1));
                alice.stop();
                long next = bob.await("acquired");
                alice.goOn();

                assertThat(alice.await("fenced")).isLessThan(next);
            }
        }
        assertThat(history().findings()).isEmpty();
    }
}
