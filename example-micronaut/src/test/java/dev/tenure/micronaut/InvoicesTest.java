package dev.tenure.micronaut;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.Candidate;
import dev.tenure.Election;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The job runs where this process leads, and the candidate ends with the application. */
@Timeout(120)
class InvoicesTest {

    @Test
    void theLeaderSendsInvoices() throws InterruptedException {
        Candidate candidate;
        try (ApplicationContext context = ApplicationContext.run()) {
            candidate = context.getBean(Candidate.class);
            assertTrue(context.getBean(Election.class)
                    .awaitLeadership(Duration.ofMinutes(1))
                    .isPresent());
            while (context.getBean(Invoices.class).runs() == 0) {
                Thread.onSpinWait();
            }
        }
        assertFalse(candidate.isAlive());
    }
}
