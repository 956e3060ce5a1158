package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Elections under the group protocol in which the broker decides (KIP-848). */
@Tag("server")
@Timeout(120)
class ConsumerProtocolTest {
    private final String election = KafkaTestData.newElection();

    private static KafkaStore store() {
        return TestBroker.shared()
                .store()
                .prefix("kip848")
                .protocol(GroupProtocol.CONSUMER)
                .open();
    }

    @Test
    @DisplayName("a join does not move leadership, the close of the leader does")
    void followerLeadsWhenLeaderCloses() {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            Election alices = rivals.stand("alice", store());
            Term first = rivals.awaitTermAbove(0);
            Election bobs = rivals.stand("bob", store());
            StoreTestSteps.await("both are members", () -> BrokerState.members(TopicNames.of("kip848", election)) == 2);
            StoreTestSteps.await("bob follows", () -> bobs.status().leader() != null);
            assertThat(rivals.history().terms()).hasSize(1);

            alices.close();

            assertThat(rivals.awaitTermAbove(first.token()).candidate().name()).isEqualTo("bob");
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a leader that resigns or transfers leaves the partition to its successor")
    void resigningLeaderLeavesPartitionToSuccessor() throws InterruptedException {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            Election alices = rivals.stand("alice", store());
            Term first = rivals.awaitTermAbove(0);
            Election bobs = rivals.stand("bob", store());
            StoreTestSteps.await("bob follows", () -> bobs.status().leader() != null);

            alices.resign();
            Term second = rivals.awaitTermAbove(first.token());
            assertThat(second.candidate().name()).isEqualTo("bob");
            StoreTestSteps.await("bob knows alice", () -> isTransferred(bobs, "alice"));
            rivals.awaitTermAbove(second.token());

            assertThat(alices.isLeader()).isTrue();
            rivals.heardBy(bobs).await(ElectionEvent.Resigned.class, StoreTestSteps.LIMIT);
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    private static boolean isTransferred(Election from, String to) {
        try {
            from.transferTo(Successor.named(to));
            return true;
        } catch (IllegalArgumentException notThereYet) {
            return false;
        }
    }
}
