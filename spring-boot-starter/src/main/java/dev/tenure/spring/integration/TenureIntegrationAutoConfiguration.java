package dev.tenure.spring.integration;

import dev.tenure.spring.ConfiguredElections;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;

/** Tells Spring Integration who leads, if the application has it. */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnClass(DefaultLeaderEventPublisher.class)
public class TenureIntegrationAutoConfiguration {

    /** Nobody injects it, so it would not exist where beans are made when needed. */
    @Bean
    @Lazy(false)
    LeaderEvents tenureLeaderEvents(
            ConfiguredElections elections, ApplicationEventPublisher publisher, ObjectProvider<Candidate> candidates) {
        return LeaderEvents.publish(
                elections,
                new DefaultLeaderEventPublisher(publisher),
                candidates.orderedStream().toList());
    }
}
