package dev.tenure.micronaut;

import dev.tenure.Candidate;
import dev.tenure.Election;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;

/** The candidate of this process, and the election it stands in. */
@Factory
class Elections {
    // snippet: elections
    /** Closed with the application: work ends first, then the lease is released. */
    @Singleton
    @Bean(preDestroy = "close")
    Candidate candidate(@Value("${tenure.store}") String store) {
        return Candidate.on(store).start();
    }

    @Singleton
    Election invoices(Candidate candidate) {
        return candidate.stand("invoices");
    }
    // end
}
