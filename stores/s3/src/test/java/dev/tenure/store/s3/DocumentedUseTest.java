package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the documentation shows is compiled here. */
@Tag("server")
@Timeout(300)
class DocumentedUseTest {
    private final CountDownLatch shutdown = new CountDownLatch(1);

    private void runPayroll(long token) {
        assertThat(token).isPositive();
        shutdown.countDown();
    }

    void asThePageShows() throws InterruptedException {
        // snippet: open
        S3Store store = S3Store.on("my-bucket")
                .prefix("elections") // elections/payroll.json; without one, payroll.json
                .region("eu-central-1") // else from the SDK's own chain, like credentials
                .open();
        try (Candidate node = Candidate.on(store).closingStore().named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.leadEvery(Duration.ofMinutes(5), term -> runPayroll(term.token()));
            shutdown.await(); // until this process is to end
        } // the work is stopped, then the lease released
        // end
    }

    /** With the one change that it goes to the emulator. */
    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        try (Candidate node = Candidate.on(
                        Emulator.SHARED.store().prefix(Emulator.newPrefix()).open())
                .closingStore()
                .named("node-7")
                .start()) {
            Election payroll = node.stand("payroll");
            payroll.leadEvery(Duration.ofMinutes(5), term -> runPayroll(term.token()));

            assertThat(payroll.awaitLeadership(Duration.ofMinutes(4))).isPresent();
        }
    }
}
