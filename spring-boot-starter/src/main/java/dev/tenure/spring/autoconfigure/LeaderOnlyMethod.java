package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.LeaderOnly;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/**
 * A method that runs only on the leader.
 *
 * @param method the method of the class itself
 * @param rule what its annotation says, or that of its class
 */
record LeaderOnlyMethod(Method method, LeaderOnly rule) {
    private static final String PUBLISHER = "org.reactivestreams.Publisher";

    /** Returns the method if an annotation applies to it; one on the method goes before one on the class. */
    static @Nullable LeaderOnlyMethod find(Method called, Class<?> type) {
        Method method = AopUtils.getMostSpecificMethod(called, type);
        LeaderOnly rule = BeanMethods.annotation(method, type, LeaderOnly.class);
        return rule == null ? null : new LeaderOnlyMethod(method, rule);
    }

    /** Returns why this method could not be kept to the leader, or null if it can. */
    @Nullable String problem(Set<String> elections) {
        String problem = BeanMethods.problem(method);
        if (problem == null) {
            problem = ElectionNames.problem(rule.value(), elections);
        }
        if (problem != null) {
            return problem;
        }
        Class<?> type = method.getReturnType();
        if (rule.otherwise() == LeaderOnly.Otherwise.SKIP && type.isPrimitive() && type != void.class) {
            return "a call that is skipped has no " + type + " to return: use otherwise = THROW or WAIT";
        }
        if (rule.otherwise() != LeaderOnly.Otherwise.WAIT && !rule.waitAtMost().isEmpty()) {
            return "waitAtMost means nothing without otherwise = WAIT";
        }
        if (goesOn(type) && !AnnotatedElementUtils.hasAnnotation(method, Async.class)) {
            return "its work would go on after it has returned a " + type.getSimpleName()
                    + ", and nothing would stop it: do the work in the method";
        }
        return null;
    }

    private static boolean goesOn(Class<?> type) {
        return Future.class.isAssignableFrom(type)
                || CompletionStage.class.isAssignableFrom(type)
                || Flow.Publisher.class.isAssignableFrom(type)
                || isPublisher(type);
    }

    /** By name, because the interface need not be there; an interface may extend it. */
    private static boolean isPublisher(@Nullable Class<?> type) {
        return type != null
                && (type.getName().equals(PUBLISHER)
                        || isPublisher(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(LeaderOnlyMethod::isPublisher));
    }

    /** Returns the name of its election, of those that are configured. */
    String election(Set<String> elections) {
        return ElectionNames.choose(rule.value(), elections);
    }

    @Override
    public String toString() {
        return BeanMethods.name(method);
    }
}
