package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.ConfiguredElections;
import dev.tenure.spring.LeaderOnly;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.env.Environment;

/**
 * Puts the check of {@link LeaderOnly} around the methods that ask for it, and refuses those it could not be put
 * around.
 *
 * <p>It is the outermost around a bean, outside of transactions, so that what a method did is committed before its
 * lease can be released; only {@code @Async} is further out. It comes before those that look for listeners and
 * scheduled methods, so that they find the checked ones.
 */
final class LeaderOnlyPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    private static final long serialVersionUID = 1L;

    private final transient Set<String> elections;
    private final transient Map<Class<?>, Boolean> checked = new ConcurrentHashMap<>();

    LeaderOnlyPostProcessor(Supplier<ConfiguredElections> configured, Environment environment) {
        this.elections = ElectionNames.in(environment);
        this.advisor = new DefaultPointcutAdvisor(
                new AnnotatedMethods(), new LeaderOnlyInterceptor(configured, elections, environment));
        this.beforeExistingAdvisors = true;
        setProxyTargetClass(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
        setOrder(Ordered.LOWEST_PRECEDENCE - 1);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (AnnotationUtils.isCandidateClass(type, LeaderOnly.class) && checked.putIfAbsent(type, true) == null) {
            check(type);
        }
        return super.postProcessAfterInitialization(bean, name);
    }

    private void check(Class<?> type) {
        Map<Method, LeaderOnlyMethod> found =
                MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<LeaderOnlyMethod>)
                        method -> LeaderOnlyMethod.find(method, type));
        for (LeaderOnlyMethod method : found.values()) {
            String problem = method.problem(elections);
            if (problem != null) {
                throw new TenureRefusedException(
                        "@LeaderOnly on " + method + ": " + problem,
                        "Change the method, its annotation, or the property tenure.elections.",
                        null);
            }
        }
    }

    /** The methods that an annotation applies to. */
    private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {
        @Override
        public boolean matches(Method method, Class<?> type) {
            return LeaderOnlyMethod.find(method, type) != null;
        }
    }
}
