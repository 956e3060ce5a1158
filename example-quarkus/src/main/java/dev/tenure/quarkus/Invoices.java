package dev.tenure.quarkus;

import dev.tenure.Election;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends invoices, in one process of all. */
@ApplicationScoped
public class Invoices {
    private final Election invoices;
    private final AtomicInteger runs = new AtomicInteger();

    Invoices(Election invoices) {
        this.invoices = invoices;
    }

    // snippet: job
    @Scheduled(every = "1s")
    void send() {
        invoices.runIfLeader(term -> {
            Log.infof("invoices are sent under token %d", term.token());
            runs.incrementAndGet();
        });
    }
    // end

    /** Returns how often this process sent them. */
    public int runs() {
        return runs.get();
    }
}
