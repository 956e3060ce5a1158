package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A loop that asks for leadership in each round, as with goNELI's Pulse. */
@Tag("server")
class PulseTest {
    private final String election = KafkaTestData.newElection();

    private static Candidate candidate() {
        return Candidate.on(TestBroker.shared().store().topic("pulses").open())
                .closingStore()
                .timing(KafkaTestData.TIMING)
                .start();
    }

    @Test
    @DisplayName("awaitLeadership returns at once to a leader, in time to a follower, empty once closed (NL-8, NL-9)")
    void awaitLeadershipWorksAsPulse() throws InterruptedException {
        try (Candidate first = candidate();
                Candidate second = candidate()) {
            Election leads = first.stand(election);
            // snippet: pulse
            int rounds = 0;
            while (rounds < 3) {
                Optional<Term> term = leads.awaitLeadership(Duration.ofSeconds(1)); // a pulse: at once, or in time
                if (term.isPresent()) {
                    rounds++; // do a little, and ask again
                }
            }
            // end
            Election follows = second.stand(election);

            assertThat(follows.awaitLeadership(Duration.ofMillis(100))).isEmpty();
            leads.close();
            assertThat(leads.awaitLeadership(StoreTestSteps.LIMIT)).isEmpty();
            assertThat(follows.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
        }
    }
}
