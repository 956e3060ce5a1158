package dev.tenure.micronaut;

import dev.tenure.Election;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends invoices, in one process of all. */
@Singleton
class Invoices {
    private static final System.Logger LOG = System.getLogger(Invoices.class.getName());

    private final Election invoices;
    private final AtomicInteger runs = new AtomicInteger();

    Invoices(Election invoices) {
        this.invoices = invoices;
    }

    // snippet: job
    @Scheduled(fixedDelay = "1s")
    void send() {
        invoices.runIfLeader(term -> {
            LOG.log(System.Logger.Level.INFO, "invoices are sent under token " + term.token());
            runs.incrementAndGet();
        });
    }
    // end

    /** Returns how often this process sent them. */
    int runs() {
        return runs.get();
    }
}
