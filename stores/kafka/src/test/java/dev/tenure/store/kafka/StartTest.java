package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Wrong settings are reported when a candidate starts, and by the doctor before. */
@Tag("server")
class StartTest {
    private final String election = KafkaTestData.newElection();

    private static KafkaStoreBuilder store() {
        return TestBroker.shared().store().prefix("starts");
    }

    @Test
    @DisplayName("a session timeout outside the bounds of the brokers is reported with the remedy (NL-D12)")
    void sessionOutsideBoundsIsReported() {
        KafkaStoreBuilder tooShort = store().sessionTimeout(Duration.ofMillis(500));
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            Election stand = rivals.stand("alice", tooShort.open());

            StoreTestSteps.await(
                    "it is reported",
                    () -> rivals.heardBy(stand).all().stream()
                            .anyMatch(event -> event instanceof ElectionEvent.Warning
                                    && event.cause().contains("group.min.session.timeout.ms")));
        }
        try (LeaseStore store = tooShort.open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .anyMatch(finding -> finding.level() == CheckResult.Level.FAIL
                            && finding.text().contains("not between 1000 and"));
        }
    }

    @Test
    @DisplayName("the doctor reports a topic that could lose the record of the leader")
    void doctorReportsUnsafeTopic() throws Exception {
        try (LeaseStore store = store().open();
                Admin admin = TestBroker.shared().admin()) {
            store.requests().submit(KafkaTestData.request(election), StoreTestSteps.soon());
            String topic = TopicNames.of("starts", election);
            assertThat(findings(store, topic)).extracting(CheckResult::level).containsExactly(CheckResult.Level.OK);

            BrokerState.set(admin, topic, "retention.ms", "1000");
            BrokerState.set(admin, topic, "cleanup.policy", "delete");
            BrokerState.set(admin, topic, "unclean.leader.election.enable", "true");

            assertThat(findings(store, topic))
                    .extracting(CheckResult::level)
                    .containsExactlyInAnyOrder(CheckResult.Level.FAIL, CheckResult.Level.FAIL, CheckResult.Level.WARN);
        }
    }

    @Test
    @DisplayName("the doctor reports a topic with several partitions")
    void doctorReportsSeveralPartitions() throws Exception {
        String topic = TopicNames.of("starts", election);
        try (LeaseStore store = store().open();
                Admin admin = TestBroker.shared().admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 3, (short) 1))).all().get();

            assertThat(findings(store, topic))
                    .extracting(CheckResult::text)
                    .anyMatch(text -> text.contains("3 partitions"));
        }
    }

    @Test
    @DisplayName("two processes with the same static member name are reported")
    void sameStaticMemberTwiceIsReported() {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            List<Election> stands = new ArrayList<>();
            for (int each = 0; each < 2; each++) {
                stands.add(rivals.stand("alice", store().staticMember("alice").open()));
                rivals.awaitTermAbove(0);
            }

            StoreTestSteps.await(
                    "it is reported",
                    () -> stands.stream()
                            .flatMap(stand -> rivals.heardBy(stand).all().stream())
                            .anyMatch(event -> event instanceof ElectionEvent.Warning
                                    && event.cause().contains("same static-member")));
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    private static List<CheckResult> findings(LeaseStore store, String topic) {
        return store.diagnose(Timing.balanced(), StoreTestSteps.soon()).stream()
                .filter(finding -> finding.subject().equals(topic))
                .toList();
    }
}
