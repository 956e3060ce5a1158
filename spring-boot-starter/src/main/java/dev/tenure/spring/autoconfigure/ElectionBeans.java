package dev.tenure.spring.autoconfigure;

import dev.tenure.Election;
import dev.tenure.spring.ConfiguredElections;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers a bean of type {@link Election} for each configured name, with that name as its qualifier. */
final class ElectionBeans implements ImportBeanDefinitionRegistrar {
    private final Environment environment;
    private final BeanFactory factory;

    /** Called by Spring, which passes these two. */
    ElectionBeans(Environment environment, BeanFactory factory) {
        this.environment = environment;
        this.factory = factory;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String name : ElectionNames.in(environment)) {
            RootBeanDefinition bean = new RootBeanDefinition(
                    Election.class,
                    () -> factory.getBean(ConfiguredElections.class).get(name));
            bean.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
            bean.setDestroyMethodName(""); // the candidate ends them all together
            registry.registerBeanDefinition("tenureElection." + name, bean);
        }
    }
}
