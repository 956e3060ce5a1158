package dev.tenure.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spring.test.ManualElections;
import dev.tenure.testkit.ManualCandidate;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The job of the shop, in a test that decides who leads. */
// snippet: test
@ManualElections
@SpringBootTest(properties = "shop.invoices.every=1h")
class InvoicesTest {
    @Autowired
    ManualCandidate candidate;

    @Autowired
    Invoices invoices;

    @Test
    void onlyTheLeaderSendsInvoices() {
        invoices.send();
        assertThat(invoices.runs()).isZero();

        candidate.election("invoices").acquire();
        invoices.send();
        assertThat(invoices.runs()).isEqualTo(1);
    }
}
// end
