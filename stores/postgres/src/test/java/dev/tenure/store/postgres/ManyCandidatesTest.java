package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many candidates for one election, and many elections of one candidate. */
@Tag("server")
@Timeout(180)
class ManyCandidatesTest {
    private static final int CANDIDATES = 100;
    private static final int ELECTIONS = 2_000;
    private static final int INTERVALS = 3;
    private static final String HISTORY = "tenure_history (";

    private final String schema = TestServer.newSchema();

    @Test
    void oneOfHundredCandidatesLeads() throws InterruptedException {
        List<Candidate> all = new ArrayList<>();
        try {
            for (int number = 0; number < CANDIDATES; number++) {
                PostgresStore store =
                        PostgresStore.on(TestServer.source()).schema(schema).open();
                all.add(Candidate.on(store)
                        .closingStore()
                        .named("candidate-" + number)
                        .start());
            }
            List<Election> stands =
                    all.stream().map(candidate -> candidate.stand("a")).toList();
            for (Election stand : stands) {
                assertThat(stand.awaitAttempt(Instant.EPOCH, StoreTestSteps.LIMIT))
                        .isPresent();
            }

            List<Election> leaders = stands.stream().filter(Election::isLeader).toList();
            assertThat(leaders).hasSize(1);
            long token = leaders.get(0).term().orElseThrow().token();
            assertThat(stands)
                    .allSatisfy(stand -> assertThat(stand.status().token()).isEqualTo(token));
        } finally {
            all.parallelStream().forEach(Candidate::close);
        }
    }

    @Test
    void twoThousandElectionsCostFewRoundTrips() {
        long one = roundTripsPerInterval(1);
        long many = roundTripsPerInterval(ELECTIONS);

        System.out.println("round trips per interval: " + one + " for one election, " + many + " for " + ELECTIONS);
        // All renewals of a candidate fall due together, and so do its entries in rosters and its looks for requests.
        assertThat(one).isLessThanOrEqualTo(4);
        assertThat(many).isLessThanOrEqualTo(2 * one);
    }

    private long roundTripsPerInterval(int elections) {
        CountingDataSource source = new CountingDataSource(TestServer.source());
        Timing timing = Timing.of(Duration.ofSeconds(10), Duration.ofSeconds(1)).withCallTimeout(Duration.ofSeconds(6));
        PostgresStore store =
                PostgresStore.on(source).schema(schema).keepConnections().open();
        try (PostgresStore looking =
                        PostgresStore.on(TestServer.source()).schema(schema).open();
                Candidate candidate = Candidate.on(store)
                        .closingStore()
                        .named("alice")
                        .timing(timing)
                        .start()) {
            List<Election> stands = new ArrayList<>();
            for (int number = 0; number < elections; number++) {
                stands.add(candidate.stand("many-" + elections + "-" + number));
            }
            StoreTestSteps.await("all lead", () -> stands.stream().allMatch(Election::isLeader));
            String last = "many-" + elections + "-" + (elections - 1);
            long begin = awaitRenewal(looking, last, renewal(looking, last) + 1);
            long before = kept(source);
            long end = awaitRenewal(looking, last, begin + INTERVALS); // later ones, too, on a busy machine
            long after = kept(source);
            assertThat(stands).allMatch(Election::isLeader);
            return (after - before) / (end - begin);
        }
    }

    /** What keeps the terms going; the history of how they began is still being written meanwhile. */
    private static long kept(CountingDataSource source) {
        return source.executions() - source.executions(HISTORY);
    }

    private static long awaitRenewal(PostgresStore looking, String election, long number) {
        StoreTestSteps.await("renewal " + number + " of " + election, () -> renewal(looking, election) >= number);
        return renewal(looking, election);
    }

    private static long renewal(PostgresStore looking, String election) {
        return looking.inspect(election, StoreTestSteps.soon()) instanceof Sighting.Held held
                ? held.lease().stamp().renewal()
                : -1;
    }
}
