package dev.tenure.shop;

import dev.tenure.Election;
import dev.tenure.spring.LeaderOnly;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Sends the invoices of all orders, from one process of the service. */
@Component
public class Invoices {
    private final Election election;
    private final AtomicLong runs = new AtomicLong();

    Invoices(Election election) {
        this.election = election;
    }

    // snippet: job
    @LeaderOnly("invoices")
    @Scheduled(fixedDelayString = "${shop.invoices.every:1s}")
    public void send() {
        sendAllDue(election.requireTerm().token()); // the token goes to whatever the job writes to
    }
    // end

    private void sendAllDue(long token) {
        if (token > 0) {
            runs.incrementAndGet();
        }
    }

    long runs() {
        return runs.get();
    }
}
