package dev.tenure.spring.autoconfigure;

import dev.tenure.Candidate;
import dev.tenure.spring.CandidateCustomizer;
import dev.tenure.spring.ConfiguredElections;
import dev.tenure.spring.ElectionCustomizer;
import dev.tenure.spring.StoreCustomizer;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Configures a candidate, its elections, {@link dev.tenure.spring.LeaderOnly} and {@link dev.tenure.spring.Fenced}. A
 * bean of type {@link Candidate} of the application's own takes the place of the candidate.
 */
@AutoConfiguration
@EnableConfigurationProperties(TenureProperties.class)
@Import({ElectionBeans.class, FencedConfiguration.class})
public class TenureAutoConfiguration {
    private static final String CANDIDATE = "tenureCandidate";

    @Bean(name = CANDIDATE, destroyMethod = "close")
    @ConditionalOnMissingBean
    Candidate tenureCandidate(
            TenureProperties properties,
            BeanFactory beans,
            ObjectProvider<StoreCustomizer> storeCustomizers,
            ObjectProvider<CandidateCustomizer> customizers) {
        return new CandidateFactory(
                        properties,
                        beans,
                        storeCustomizers.orderedStream().toList(),
                        customizers.orderedStream().toList())
                .start(CANDIDATE);
    }

    /** Withdrawn also if the context fails before it starts: somebody may wait for leadership already. */
    @Bean(destroyMethod = "withdraw")
    ConfiguredElections tenureElections(
            Candidate candidate, TenureProperties properties, ObjectProvider<ElectionCustomizer> customizers) {
        return new ConfiguredElections(
                candidate, properties.elections(), customizers.orderedStream().toList());
    }

    @Bean
    ElectionsLifecycle tenureLifecycle(
            ConfiguredElections elections, ConfigurableApplicationContext context, TenureProperties properties) {
        return new ElectionsLifecycle(elections, context, properties.standWhen(), properties.phase());
    }

    /** Nobody injects it, so it would not exist where beans are made when needed. */
    @Bean
    @Lazy(false)
    ElectionEvents tenureEvents(ConfiguredElections elections, ConfigurableApplicationContext context) {
        return ElectionEvents.publish(elections, context);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LeaderOnlyPostProcessor tenureLeaderOnly(
            ConfigurableApplicationContext context,
            ObjectProvider<ConfiguredElections> elections,
            Environment environment) {
        return new LeaderOnlyPostProcessor(new ElectionsOfContext(context, elections), environment);
    }
}
