package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compiles and runs the code of the documentation. */
@Tag("server")
@Timeout(60)
class DocumentedUseTest {
    private final CountDownLatch shutdown = new CountDownLatch(1);

    private void runPayroll(long token) {
        assertThat(token).isPositive();
        shutdown.countDown();
    }

    @Test
    void storeOpensAsThePageShows() throws InterruptedException {
        DataSource dataSource = TestServer.source();
        // snippet: open
        PostgresStore store = PostgresStore.on(dataSource) // the driver's own data source, or the application's pool
                .schema("tenure") // public unless said otherwise
                .createIfMissing(true) // false where only a DBA may make tables
                .open();
        try (Candidate node = Candidate.on(store).closingStore().named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.leadEvery(Duration.ofMinutes(5), term -> runPayroll(term.token()));
            shutdown.await(); // until this process is to end
        } // the work is stopped, then the lease released
        // end
        assertThat(shutdown.getCount()).isZero();
    }

    @Test
    void riverStoreOpensAsThePageShows() throws InterruptedException {
        RiverSchema.create("river_of_our_own");
        DataSource dataSource = TestServer.source();
        // snippet: river
        RiverStore store = RiverStore.on(dataSource) // the driver's own data source, or the application's pool
                .schema("river_of_our_own") // public unless said otherwise
                .takeoverDelay(Duration.ZERO) // no River client stands here; 13 s unless said otherwise
                .takeoverDelayAfterResign(Duration.ZERO) // the same; 1 s unless said otherwise
                .open();
        try (Candidate node = Candidate.on(store).closingStore().named("node-7").start()) {
            Election river = node.stand(RiverStore.ELECTION); // or node.observe(…), in a schema of River's clients
            river.leadEvery(Duration.ofMinutes(5), term -> runPayroll(term.token()));
            shutdown.await(); // until this process is to end
        } // the work is stopped, then the lease released
        // end
        assertThat(shutdown.getCount()).isZero();
    }
}
