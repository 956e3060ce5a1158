package dev.tenure.quarkus;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.Candidate;
import dev.tenure.Election;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The job runs where this process leads. */
@QuarkusTest
@Timeout(120)
class InvoicesTest {
    @Inject
    Candidate candidate;

    @Inject
    Election election;

    @Inject
    Invoices invoices;

    @Test
    void theLeaderSendsInvoices() throws InterruptedException {
        assertTrue(candidate.isAlive());
        assertTrue(election.awaitLeadership(Duration.ofMinutes(1)).isPresent());
        while (invoices.runs() == 0) {
            Thread.onSpinWait();
        }
    }
}
