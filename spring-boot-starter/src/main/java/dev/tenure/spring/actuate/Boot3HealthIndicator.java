package dev.tenure.spring.actuate;

import dev.tenure.Candidate;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The health of a candidate in Spring Boot 3. */
final class Boot3HealthIndicator implements HealthIndicator {
    private final CandidateHealth health;

    Boot3HealthIndicator(Candidate candidate) {
        this.health = new CandidateHealth(candidate);
    }

    @Override
    public Health health() {
        return (health.isWell() ? Health.up() : Health.down())
                .withDetails(health.details())
                .build();
    }
}
