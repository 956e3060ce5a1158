package dev.tenure.spring.actuate;

import dev.tenure.micrometer.TenureMetrics;
import dev.tenure.spring.ConfiguredElections;
import dev.tenure.spring.StoreCustomizer;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Configures the meters, which Spring Boot binds to the registries of the application. */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnClass({MeterRegistry.class, TenureMetrics.class})
public class TenureMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    static TenureMetrics tenureMetrics() {
        return new TenureMetrics();
    }

    @Bean
    static StoreCustomizer tenureMeteredStore(TenureMetrics metrics) {
        return metrics::observing;
    }

    @Bean
    static SmartInitializingSingleton tenureElectionMeters(TenureMetrics metrics, ConfiguredElections elections) {
        return () -> elections.all().forEach(metrics::observe);
    }
}
