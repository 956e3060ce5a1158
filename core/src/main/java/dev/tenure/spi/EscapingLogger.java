package dev.tenure.spi;

import java.text.MessageFormat;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A logger whose lines are {@link Printable}: no name and no message of a server can forge or hide one. */
public final class EscapingLogger implements System.Logger {
    private final System.Logger logger;

    private EscapingLogger(System.Logger logger) {
        this.logger = logger;
    }

    /** Returns the system's logger of that name, behind this one. */
    public static System.Logger of(String name) {
        return new EscapingLogger(System.getLogger(name));
    }

    @Override
    public String getName() {
        return logger.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        return logger.isLoggable(level);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
        if (isLoggable(level)) {
            logger.log(level, null, Printable.of(message), thrown == null ? null : printable(thrown));
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

    /** Returns the same failure if its whole chain may be printed as it is, or else a picture of it. */
    private static Throwable printable(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable each = thrown; each != null && seen.add(each); each = each.getCause()) {
            if (!Printable.isPrintable(each.toString())) {
                return new Picture(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
            }
        }
        return thrown;
    }

    /** What the stack trace of a failure shows, with its messages escaped. */
    private static final class Picture extends Exception {
        private static final long serialVersionUID = 1L;

        Picture(Throwable of, Set<Throwable> seen) {
            super(Printable.of(of.toString()), cause(of, seen));
            setStackTrace(of.getStackTrace());
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
