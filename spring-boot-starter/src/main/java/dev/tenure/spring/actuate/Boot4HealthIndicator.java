package dev.tenure.spring.actuate;

import dev.tenure.Candidate;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health of a candidate in Spring Boot 4, where the types have moved. */
final class Boot4HealthIndicator implements HealthIndicator {
    private final CandidateHealth health;

    Boot4HealthIndicator(Candidate candidate) {
        this.health = new CandidateHealth(candidate);
    }

    @Override
    public Health health() {
        return (health.isWell() ? Health.up() : Health.down())
                .withDetails(health.details())
                .build();
    }
}
