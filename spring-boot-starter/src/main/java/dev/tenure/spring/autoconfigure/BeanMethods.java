package dev.tenure.spring.autoconfigure;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** What holds for every annotation on methods of beans. */
final class BeanMethods {
    private BeanMethods() {}

    /** Returns the annotation that applies to a method; one on the method goes before one on its class. */
    static <A extends Annotation> @Nullable A annotation(Method method, Class<?> type, Class<A> kind) {
        A own = AnnotatedElementUtils.findMergedAnnotation(method, kind);
        if (own != null) {
            return own;
        }
        boolean covered = Modifier.isPublic(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && method.getDeclaringClass() != Object.class
                && !isOfObject(method);
        return covered ? AnnotatedElementUtils.findMergedAnnotation(type, kind) : null;
    }

    /** What describes an object is no work. */
    private static boolean isOfObject(Method method) {
        return ClassUtils.hasMethod(Object.class, method.getName(), method.getParameterTypes());
    }

    /** Returns why nothing can be put around the method, or null if it can. */
    static @Nullable String problem(Method method) {
        int modifiers = method.getModifiers();
        return Modifier.isPrivate(modifiers) || Modifier.isFinal(modifiers) || Modifier.isStatic(modifiers)
                ? "Spring cannot reach a method that is private, final or static"
                : null;
    }

    static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
