package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ServiceConfigurationError;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a store whose client library does not fit from one that cannot be reached: the first is for a person to mend,
 * and no trying again helps.
 */
public final class LinkageErrors {
    private static final Set<Class<?>> ABILITIES = Set.of(Roster.class, Requests.class, History.class);
    private static final int DEEPEST = 20;

    private LinkageErrors() {}

    /**
     * Returns the store, which now fails as misconfigured where it would fail by a linkage error: one of its own, or
     * one behind another failure.
     */
    public static LeaseStore translating(LeaseStore store) {
        return Proxy.isProxyClass(store.getClass()) ? store : translating(LeaseStore.class, store, store);
    }

    /** A proxy rather than a class that forwards, so that no method can be forgotten. */
    private static <T> T translating(Class<T> type, T target, Backend backend) {
        Object proxy = Proxy.newProxyInstance(
                LinkageErrors.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object result = call(method, target, arguments, backend);
                    return ABILITIES.contains(method.getReturnType())
                            ? ability(method.getReturnType(), requireNonNull(result), backend)
                            : result;
                });
        return type.cast(proxy);
    }

    private static <T> T ability(Class<T> type, Object target, Backend backend) {
        return translating(type, type.cast(target), backend);
    }

    private static @Nullable Object call(
            Method method, Object target, @Nullable Object @Nullable [] arguments, Backend backend) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            Throwable thrown = requireNonNull(e.getCause());
            StoreException unfit = unfit(thrown, backend.name() + " store", backend.requires());
            throw unfit == null ? thrown : unfit;
        }
    }

    public static String oneLine(Throwable thrown) {
        return String.valueOf(thrown).strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    /**
     * Returns the failure of something whose libraries do not fit, or null if what was thrown is none of that.
     *
     * @param what what failed, for people: {@code redis store}
     * @param requires which libraries it works with, or empty
     */
    public static @Nullable StoreException unfit(Throwable thrown, String what, String requires) {
        if (thrown instanceof StoreException known && known.kind() == Kind.MISCONFIGURED) {
            return null;
        }
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof LinkageError || cause instanceof ServiceConfigurationError) {
                String needed = requires.isEmpty() ? "the libraries it was built with" : requires;
                return new StoreException(
                        Kind.MISCONFIGURED,
                        "the " + what + " does not fit the libraries on the class path (" + oneLine(cause)
                                + "): it needs " + needed + "; remove what is older, or there twice",
                        thrown);
            }
            cause = cause.getCause();
        }
        return null;
    }
}
