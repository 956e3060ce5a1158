package dev.tenure.spring;

import dev.tenure.spring.actuate.TenureActuatorAutoConfiguration;
import dev.tenure.spring.actuate.TenureMetricsAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.integration.TenureIntegrationAutoConfiguration;
import java.util.UUID;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Contexts and whole applications for tests, each on a store in memory of its own unless it says otherwise. */
final class Contexts {
    private Contexts() {}

    /** All that the starter configures, and nothing else. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        TenureAutoConfiguration.class,
        TenureActuatorAutoConfiguration.class,
        TenureMetricsAutoConfiguration.class,
        TenureIntegrationAutoConfiguration.class
    })
    static class Starter {}

    static String store() {
        return "memory:" + UUID.randomUUID();
    }

    /** A context that no application runs: it stands when it has started. */
    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        TenureAutoConfiguration.class,
                        TenureActuatorAutoConfiguration.class,
                        TenureMetricsAutoConfiguration.class,
                        TenureIntegrationAutoConfiguration.class))
                .withPropertyValues("tenure.store=" + store(), "tenure.elections=orders", "tenure.stand-when=started");
    }

    /** A whole application, without a web server. */
    static ConfigurableApplicationContext application(String store, Class<?> source, String... properties) {
        return new SpringApplicationBuilder(Starter.class, source)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties("tenure.store=" + store)
                .properties(properties)
                .run();
    }
}
