package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.Given;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the documentation shows is compiled here. */
@Timeout(60)
class DocumentedUseTest {

    static void asThePageShows() throws InterruptedException {
        // snippet: open
        LeaseStore store = S3Store.in("my-bucket")
                .prefix("elections") // elections/payroll.json; without one, payroll.json
                .region("eu-central-1") // else from the SDK's own chain, like credentials
                .open();
        try (Candidate node = Candidate.on(store).named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.lead(term -> runPayroll(term.token()));
            // end
            payroll.awaitLeadership(Given.LIMIT);
        }
    }

    /** With the one change that it goes to the emulator. */
    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        try (Candidate node = Candidate.on(
                        Emulator.SHARED.store().prefix(Emulator.newPrefix()).open())
                .named("node-7")
                .start()) {
            Election payroll = node.stand("payroll");
            payroll.lead(term -> runPayroll(term.token()));

            assertThat(payroll.awaitLeadership(Given.LIMIT)).isPresent();
        }
    }

    private static void runPayroll(long token) {
        assertThat(token).isPositive();
    }
}
