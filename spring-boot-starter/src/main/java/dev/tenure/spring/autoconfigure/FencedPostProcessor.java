package dev.tenure.spring.autoconfigure;

import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.spring.ConfiguredElections;
import dev.tenure.spring.Fenced;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.env.Environment;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * Puts the fence of {@link Fenced} inside the transaction of the methods that ask for it, and refuses those that have
 * none.
 *
 * <p>It is added as the innermost of a proxy that Spring has put a transaction on already, and makes sure of that: a
 * fence outside would be in the transaction of somebody else, or in none.
 */
final class FencedPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    private static final long serialVersionUID = 1L;

    private final transient Set<String> elections;
    private final transient Map<Class<?>, Collection<FencedMethod>> known = new ConcurrentHashMap<>();

    FencedPostProcessor(Supplier<ConfiguredElections> configured, Environment environment) {
        this.elections = ElectionNames.in(environment);
        this.advisor = new DefaultPointcutAdvisor(new AnnotatedMethods(), new FencedInterceptor(configured, elections));
        setProxyTargetClass(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
        setOrder(Ordered.LOWEST_PRECEDENCE - 1);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (!AnnotationUtils.isCandidateClass(type, Fenced.class)) {
            return bean;
        }
        Collection<FencedMethod> methods = known.computeIfAbsent(type, this::checked);
        if (methods.isEmpty()) {
            return bean;
        }
        Object fenced = super.postProcessAfterInitialization(bean, name);
        for (FencedMethod method : methods) {
            requireTransaction(fenced, method, type);
        }
        return fenced;
    }

    private Collection<FencedMethod> checked(Class<?> type) {
        Collection<FencedMethod> methods = FencedMethod.of(type);
        for (FencedMethod method : methods) {
            String problem = method.problem(elections);
            if (problem == null) {
                problem = problemOfNames(method.rule());
            }
            if (problem != null) {
                throw method.refused(problem, "Change the method, its annotation, or the property tenure.elections.");
            }
        }
        return methods;
    }

    private static @Nullable String problemOfNames(Fenced rule) {
        try {
            JdbcFence unused = JdbcFence.of(rule.resource()).table(rule.table());
            return null;
        } catch (IllegalArgumentException refused) {
            return refused.getMessage();
        }
    }

    private void requireTransaction(Object bean, FencedMethod method, Class<?> type) {
        if (bean instanceof Advised proxy) {
            for (Advisor each : proxy.getAdvisors()) {
                if (each == advisor) {
                    break;
                }
                if (each instanceof PointcutAdvisor outer
                        && outer.getAdvice() instanceof TransactionInterceptor
                        && outer.getPointcut().getClassFilter().matches(type)
                        && outer.getPointcut().getMethodMatcher().matches(method.method(), type)) {
                    return;
                }
            }
        }
        throw method.refused(
                "Spring puts no transaction around it that a fence could be in",
                "Annotate the method with @Transactional, and see that the application has a transaction manager.");
    }

    /** The methods that an annotation applies to. */
    private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {
        @Override
        public boolean matches(Method method, Class<?> type) {
            return FencedMethod.find(method, type) != null;
        }
    }
}
