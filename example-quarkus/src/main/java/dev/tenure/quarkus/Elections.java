package dev.tenure.quarkus;

import dev.tenure.Candidate;
import dev.tenure.Election;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The candidate of this process, and the election it stands in. */
@ApplicationScoped
public class Elections {
    // snippet: elections
    @Produces
    @Singleton
    Candidate candidate(@ConfigProperty(name = "tenure.store") String store) {
        return Candidate.on(store).start();
    }

    /** Work ends first, then the lease is released. */
    void close(@Disposes Candidate candidate) {
        candidate.close();
    }

    @Produces
    @Singleton
    Election invoices(Candidate candidate) {
        return candidate.stand("invoices");
    }
    // end
}
