package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.testkit.Given;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the documentation shows is compiled here, and run. */
@Timeout(60)
class DocumentedUseTest {

    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        DataSource dataSource = TestServer.source();
        // snippet: open
        PostgresStore store = PostgresStore.on(dataSource) // the driver's own data source, or the application's pool
                .schema("tenure") // public unless said otherwise
                .createTables(true) // false where only a DBA may make tables
                .open();
        try (Candidate node = Candidate.on(store).named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.lead(term -> runPayroll(term.token()));
            // end
            assertThat(payroll.awaitLeadership(Given.LIMIT)).isPresent();
        }
    }

    @Test
    void riversLeadershipIsOpenedAsThePageShows() throws InterruptedException {
        RiverSchema.create("river_of_our_own");
        DataSource dataSource = TestServer.source();
        // snippet: river
        RiverStore store = RiverStore.on(dataSource) // the driver's own data source, or the application's pool
                .schema("river_of_our_own") // public unless said otherwise
                .takeOverGrace(Duration.ZERO) // no River client stands here; 13 s unless said otherwise
                .graceAfterResign(Duration.ZERO) // the same; 1 s unless said otherwise
                .open();
        try (Candidate node = Candidate.on(store).named("node-7").start()) {
            Election river = node.stand(RiverStore.ELECTION); // or node.observe(…), in a schema of River's clients
            // end
            assertThat(river.awaitLeadership(Given.LIMIT)).isPresent();
        }
    }

    private static void runPayroll(long token) {
        assertThat(token).isPositive();
    }
}
