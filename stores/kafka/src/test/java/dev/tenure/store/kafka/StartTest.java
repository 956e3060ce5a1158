package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Wrong settings are reported when a candidate starts, and by the doctor before. */
@Tag("server")
class StartTest {
    private final String election = KafkaTestData.newElection();

    @Test
    @DisplayName("a session outside the bounds of the brokers is reported with the remedy (NL-D12)")
    void sessionOutsideBoundsIsReported() {
        KafkaStoreBuilder tooShort = TestBroker.shared()
                .store()
                .sharedWith(GoNeli.of(election).withHeartbeatTimeout(Duration.ofMillis(300)));
        try (CompetingCandidates rivals =
                new CompetingCandidates(election, Timing.of(Duration.ofMillis(300), Duration.ofMillis(20)))) {
            Election stand = rivals.stand("alice", tooShort.open());

            awaitWarning(rivals, stand, "group.min.session.timeout.ms");
        }
        try (LeaseStore store = tooShort.open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .anyMatch(finding -> finding.level() == CheckResult.Level.FAIL
                            && finding.text().contains("not between 1000 and"));
        }
    }

    private static void awaitWarning(CompetingCandidates rivals, Election stand, String remedy) {
        StoreTestSteps.await(
                "it is reported",
                () -> rivals.heardBy(stand).all().stream()
                        .anyMatch(event -> event instanceof ElectionEvent.Warning warning
                                && warning.cause().contains(remedy)
                                && warning.error() instanceof StoreException failed
                                && failed.kind() == StoreException.Kind.MISCONFIGURED));
    }

    @Test
    @DisplayName("the doctor reports a topic that could lose the record of the leader")
    void doctorReportsUnsafeTopic() throws Exception {
        try (LeaseStore store = TestBroker.shared().store().topic(election).open();
                Admin admin = TestBroker.shared().admin()) {
            store.requests().submit(KafkaTestData.request("payroll"), StoreTestSteps.soon());
            assertThat(findings(store)).extracting(CheckResult::level).containsExactly(CheckResult.Level.OK);

            BrokerState.set(admin, election, "retention.ms", "1000");
            BrokerState.set(admin, election, "cleanup.policy", "compact,delete");
            BrokerState.set(admin, election, "unclean.leader.election.enable", "true");

            assertThat(findings(store))
                    .extracting(CheckResult::level)
                    .containsExactly(CheckResult.Level.FAIL, CheckResult.Level.FAIL, CheckResult.Level.FAIL);
        }
    }

    private List<CheckResult> findings(LeaseStore store) {
        return store.diagnose(Timing.balanced(), StoreTestSteps.soon()).stream()
                .filter(finding -> finding.subject().equals(election))
                .toList();
    }

    @Test
    @DisplayName("a compacted topic takes no term, and the remedy is reported")
    void compactedTopicIsReported() throws Exception {
        try (Admin admin = TestBroker.shared().admin();
                CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            NewTopic compacted = new NewTopic(election, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"));
            admin.createTopics(List.of(compacted)).all().get();
            Election stand = rivals.stand(
                    "alice", TestBroker.shared().store().topic(election).open());

            awaitWarning(rivals, stand, "set cleanup.policy of the topic to delete");
            assertThat(stand.isLeader()).isFalse();
        }
    }

    @Test
    @DisplayName("of a topic with several partitions only the first counts")
    void onlyFirstPartitionCounts() throws Exception {
        try (Admin admin = TestBroker.shared().admin();
                CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            admin.createTopics(List.of(new NewTopic(election, 3, (short) 1)))
                    .all()
                    .get();
            rivals.stand("alice", TestBroker.shared().store().topic(election).open());
            rivals.stand("bob", TestBroker.shared().store().topic(election).open());
            rivals.awaitTermAbove(0);

            assertThat(rivals.history().findings()).isEmpty();
        }
    }
}
