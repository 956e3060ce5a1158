package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scenario of goNELI's own test: four nodes join and close one after the other. */
@Tag("server")
@Timeout(120)
class FourNodesTest {
    private final String election = KafkaTestData.newElection();

    /** Returns how many terms the candidates were told to have begun. */
    static long acquired(CompetingCandidates rivals) {
        return rivals.stands().stream()
                .flatMap(stand -> rivals.heardBy(stand).all().stream())
                .filter(ElectionEvent.Acquired.class::isInstance)
                .count();
    }

    @Test
    @DisplayName("no join moves leadership, and four nodes change the leader three times (NL-26, NL-D11)")
    void fourNodesChangeLeaderThreeTimes() {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            List<Election> stands = new ArrayList<>();
            for (int node = 0; node < 4; node++) {
                Election joined = rivals.stand(
                        "node-" + node,
                        TestBroker.shared().store().topic("four").open());
                stands.add(joined);
                StoreTestSteps.await(
                        "it leads or follows", () -> joined.status().leader() != null);
            }
            assertThat(rivals.history().terms()).hasSize(1);
            long token = stands.get(0).term().orElseThrow().token();
            while (stands.size() > 1) {
                Election leads =
                        stands.stream().filter(Election::isLeader).findFirst().orElseThrow();
                assertThat(leads.term().map(Term::token)).contains(token);
                leads.close();
                stands.remove(leads);
                token = rivals.awaitTermAbove(token).token();
            }

            StoreTestSteps.await("all have heard", () -> acquired(rivals) >= 4);
            assertThat(acquired(rivals)).isEqualTo(4);
            assertThat(rivals.history().findings()).isEmpty();
        }
    }
}
