package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("counts threads of the whole JVM")
@Tag("server")
class ThreadsTest {
    private final String election = KafkaTestData.newElection();

    private long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains(election))
                .count();
    }

    @Test
    @DisplayName("closed elections, and those that were only watched, leave no threads behind")
    void closedElectionsLeaveNoThreads() throws InterruptedException {
        try (Candidate node = Candidate.on(
                        TestBroker.shared().store().prefix("threads").open())
                .closingStore()
                .timing(KafkaTestData.TIMING)
                .start()) {
            List<Election> stands = IntStream.range(0, 3)
                    .mapToObj(number -> node.stand(election + "-" + number))
                    .toList();
            var watched = node.observe(election + "-unled");
            for (Election stand : stands) {
                assertThat(stand.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
            }
            assertThat(threads()).isGreaterThan(3);
            stands.forEach(Election::close);
            watched.close();

            StoreTestSteps.await("all threads are gone", () -> threads() == 0);
        }
    }

    @Test
    @DisplayName("a closed store leaves no threads behind, Kafka's included, also where no broker answered")
    void closedStoresLeaveNoThreads() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        for (String address : List.of(TestBroker.shared().address(), "127.0.0.1:" + free)) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            try (Candidate node = Candidate.on(KafkaStore.on(address)
                            .sessionTimeout(TestBroker.SESSION)
                            .prefix("threads")
                            .open())
                    .closingStore()
                    .timing(KafkaTestData.TIMING)
                    .start()) {
                Election stand = node.stand(election);
                StoreTestSteps.await(
                        "it leads, or cannot",
                        () -> stand.isLeader() || stand.status().consecutiveFailures() > 0);
            }
            StoreTestSteps.await(
                    "all threads are gone",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> !before.contains(thread))
                            .noneMatch(thread -> thread.getName().contains("kafka")));
        }
    }

    @Test
    @DisplayName("a closed election is not read any more, even if others continue to write")
    void closedElectionIsNotReadAnyMore() {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            rivals.stand("alice", TestBroker.shared().store().prefix("threads").open());
            rivals.awaitTermAbove(0);
            Election bobs = rivals.stand(
                    "bob", TestBroker.shared().store().prefix("threads").open());
            StoreTestSteps.await("both read", () -> readers() == 2);
            bobs.close();

            StoreTestSteps.await("one reads", () -> readers() == 1);
        }
    }

    private long readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tenure-kafka-reader-" + election))
                .count();
    }
}
