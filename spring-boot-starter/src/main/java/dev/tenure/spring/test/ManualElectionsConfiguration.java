package dev.tenure.spring.test;

import dev.tenure.testkit.ManualCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;

/** Puts a candidate whose elections a test decides in the place of the configured one. */
@Configuration(proxyBeanMethods = false)
@PropertySource("classpath:dev/tenure/spring/test/manual-elections.properties")
class ManualElectionsConfiguration {

    @Bean(destroyMethod = "close")
    ManualCandidate tenureCandidate() {
        return new ManualCandidate("this-node");
    }
}
