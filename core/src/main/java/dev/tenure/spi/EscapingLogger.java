package dev.tenure.spi;

import java.text.MessageFormat;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A logger whose lines are {@link PrintableText}: no name and no message of a server can forge or hide one. */
public final class EscapingLogger implements System.Logger {
    private final String name;
    private volatile System.@Nullable Logger found;

    private EscapingLogger(String name) {
        this.name = name;
    }

    /** Returns the system's logger of that name, behind this one. It is looked up when it is first asked something. */
    public static System.Logger of(String name) {
        return new EscapingLogger(name);
    }

    /** The first look-up in a process searches the whole class path, which a start need not wait for. */
    private System.Logger logger() {
        System.Logger known = found;
        if (known == null) {
            known = System.getLogger(name);
            found = known;
        }
        return known;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isLoggable(Level level) {
        return logger().isLoggable(level);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
        if (isLoggable(level)) {
            logger().log(level, null, PrintableText.of(message), thrown == null ? null : printable(thrown));
        }
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object @Nullable ... parameters) {
        if (isLoggable(level)) {
            boolean plain = parameters == null || parameters.length == 0;
            log(level, null, plain ? format : new MessageFormat(format, Locale.ROOT).format(parameters), (Throwable)
                    null);
        }
    }

    /** Returns the same failure if all that its trace shows may be printed as it is, or else a picture of it. */
    private static Throwable printable(Throwable thrown) {
        return isPrintable(thrown, newSet()) ? thrown : new Picture(thrown, newSet());
    }

    private static boolean isPrintable(@Nullable Throwable thrown, Set<Throwable> seen) {
        return thrown == null
                || !seen.add(thrown)
                || (PrintableText.isPrintable(thrown.toString())
                        && isPrintable(thrown.getCause(), seen)
                        && Stream.of(thrown.getSuppressed()).allMatch(each -> isPrintable(each, seen)));
    }

    private static Set<Throwable> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** What the stack trace of a failure shows, with its messages escaped. */
    private static final class Picture extends Exception {
        private static final long serialVersionUID = 1L;

        Picture(Throwable of, Set<Throwable> seen) {
            super(PrintableText.of(of.toString()), cause(of, seen));
            setStackTrace(of.getStackTrace());
            for (Throwable each : of.getSuppressed()) {
                if (!seen.contains(each)) {
                    addSuppressed(new Picture(each, seen));
                }
            }
        }

        private static @Nullable Throwable cause(Throwable of, Set<Throwable> seen) {
            seen.add(of);
            Throwable cause = of.getCause();
            return cause == null || seen.contains(cause) ? null : new Picture(cause, seen);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // a trace shows the class of the failure, not of its picture
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
