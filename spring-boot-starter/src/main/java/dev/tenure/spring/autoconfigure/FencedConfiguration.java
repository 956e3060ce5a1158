package dev.tenure.spring.autoconfigure;

import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.spring.ConfiguredElections;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** Configures {@link dev.tenure.spring.Fenced}. Without what it needs, its use is refused and not ignored. */
@Configuration(proxyBeanMethods = false)
class FencedConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JdbcFence.class, TransactionInterceptor.class, JdbcTransactionObjectSupport.class})
    static class Supported {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static FencedPostProcessor tenureFenced(
                ConfigurableApplicationContext context,
                ObjectProvider<ConfiguredElections> elections,
                Environment environment) {
            return new FencedPostProcessor(new ElectionsOfContext(context, elections), environment);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(NotSupported.class)
    static class Refused {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static FencedRefusal tenureFencedRefusal() {
            return new FencedRefusal();
        }
    }

    /** Something is missing on the class path. */
    static final class NotSupported extends NoneNestedConditions {
        NotSupported() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnClass({JdbcFence.class, TransactionInterceptor.class, JdbcTransactionObjectSupport.class})
        static final class AllPresent {}
    }
}
