package dev.tenure.internal.runtime;

import dev.tenure.spi.PrintableText;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Gives the application's logger the values of a line, by the context of the thread: the MDC of SLF4J and the
 * ThreadContext of Log4j, if they are on the class path. {@code System.Logger} has no place for such values, and core
 * depends on no library (decision 62).
 */
final class LogContext {
    private static final List<LogContext> PRESENT = Stream.of("org.slf4j.MDC", "org.apache.logging.log4j.ThreadContext")
            .flatMap(LogContext::find)
            .toList();

    private final Method put;
    private final Method remove;

    private LogContext(Method put, Method remove) {
        this.put = put;
        this.remove = remove;
    }

    private static Stream<LogContext> find(String name) {
        try {
            Class<?> context = Class.forName(name);
            return Stream.of(new LogContext(
                    context.getMethod("put", String.class, String.class), context.getMethod("remove", String.class)));
        } catch (ReflectiveOperationException | LinkageError absent) {
            return Stream.empty();
        }
    }

    /** Writes something to the log while its values are known to the logger. */
    static void during(Map<String, String> values, Runnable writing) {
        values.forEach((key, value) -> {
            String printable = PrintableText.of(value);
            PRESENT.forEach(context -> call(context.put, key, printable));
        });
        try {
            writing.run();
        } finally {
            values.keySet().forEach(key -> PRESENT.forEach(context -> call(context.remove, key)));
        }
    }

    /** A context that fails costs its values, and not the line. */
    private static void call(Method method, Object... arguments) {
        try {
            method.invoke(null, arguments);
        } catch (ReflectiveOperationException | LinkageError unusable) {
            return;
        }
    }
}
