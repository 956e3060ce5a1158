package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.OverlapChecker;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class TwoGroupsTest {
    private final String election = KafkaTestData.newElection();

    private static KafkaStore store(String group) {
        return TestBroker.shared().store().prefix("two").groupPrefix(group).open();
    }

    @Test
    @DisplayName("two groups on one topic, each with an owner, have one leader")
    void twoGroupsOnOneTopicHaveOneLeader() {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            rivals.stand("alice", store("one"));
            Term first = rivals.awaitTermAbove(0);
            var bobs = rivals.stand("bob", store("other"));
            StoreTestSteps.await(
                    "bob's group has chosen him", () -> BrokerState.members(TopicNames.of("other", election)) == 1);
            StoreTestSteps.await("bob follows", () -> bobs.status().leader() != null);
            assertThat(first.isCurrent()).isTrue();

            rivals.leader().resign();
            rivals.awaitTermAbove(first.token());

            List<OverlapChecker.Finding> findings = rivals.history().findings();
            assertThat(findings).isEmpty();
        }
    }
}
