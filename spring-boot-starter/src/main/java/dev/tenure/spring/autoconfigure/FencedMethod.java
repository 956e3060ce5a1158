package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.Fenced;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;

/**
 * A method whose transaction has a fence in it.
 *
 * @param method the method of the class itself
 * @param rule what its annotation says, or that of its class
 */
record FencedMethod(Method method, Fenced rule) {

    /** Returns the method if an annotation applies to it. */
    static @Nullable FencedMethod find(Method called, Class<?> type) {
        Method method = AopUtils.getMostSpecificMethod(called, type);
        Fenced rule = BeanMethods.annotation(method, type, Fenced.class);
        return rule == null ? null : new FencedMethod(method, rule);
    }

    /** Returns all of a class. */
    static Collection<FencedMethod> of(Class<?> type) {
        return MethodIntrospector.selectMethods(
                        type, (MethodIntrospector.MetadataLookup<FencedMethod>) method -> find(method, type))
                .values();
    }

    /** Returns why no fence could be put into its transaction, or null if it can. */
    @Nullable String problem(Set<String> elections) {
        String problem = BeanMethods.problem(method);
        return problem != null ? problem : ElectionNames.problem(rule.election(), elections);
    }

    /** Returns the name of its election, of those that are configured. */
    String election(Set<String> elections) {
        return ElectionNames.choose(rule.election(), elections);
    }

    /** Returns what keeps the application from starting. */
    TenureRefusedException refused(String problem, String action) {
        return new TenureRefusedException("@Fenced on " + this + ": " + problem, action, null);
    }

    @Override
    public String toString() {
        return BeanMethods.name(method);
    }
}
