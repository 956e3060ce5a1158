package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.Fenced;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.annotation.AnnotationUtils;

/** Refuses every {@link Fenced} method, where nothing could put a fence into its transaction. */
final class FencedRefusal implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (AnnotationUtils.isCandidateClass(type, Fenced.class)) {
            FencedMethod.of(type).stream().findFirst().ifPresent(method -> {
                throw method.refused(
                        "there is no fence on the class path, so it would write without one",
                        "Add tenure-fence-jdbc, spring-tx and spring-jdbc to the application.");
            });
        }
        return bean;
    }
}
