package dev.tenure.spring.actuate;

import dev.tenure.Candidate;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures what the actuator shows: an endpoint, health and info. */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public class TenureActuatorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(endpoint = TenureEndpoint.class)
    TenureEndpoint tenureEndpoint(Candidate candidate) {
        return new TenureEndpoint(candidate);
    }

    @Bean
    @ConditionalOnEnabledInfoContributor("tenure")
    InfoContributor tenureInfoContributor(Candidate candidate) {
        return info -> {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("candidate", candidate.identity().name());
            fields.put("instance", candidate.identity().instance());
            fields.put(
                    "leads",
                    candidate.elections().stream()
                            .filter(election -> election.isLeader())
                            .map(election -> election.name())
                            .toList());
            info.withDetail("tenure", fields);
        };
    }

    /** Health in Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class Boot3Health {
        @Bean
        @org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator("tenure")
        Boot3HealthIndicator tenureHealthIndicator(Candidate candidate) {
            return new Boot3HealthIndicator(candidate);
        }
    }

    /** Health in Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnMissingClass("org.springframework.boot.actuate.health.HealthIndicator")
    static class Boot4Health {
        @Bean
        @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator("tenure")
        Boot4HealthIndicator tenureHealthIndicator(Candidate candidate) {
            return new Boot4HealthIndicator(candidate);
        }
    }
}
