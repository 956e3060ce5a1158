package dev.tenure.internal.runtime;

import dev.tenure.spi.EscapingLogger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines to the application's logger. A logger may block, so the rest of the engine calls {@link EventLoop#log}
 * instead, which does not wait for it.
 */
public final class EngineLog {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure");

    private EngineLog() {}

    /** Returns what was thrown in words; what others throw may fail at that, too. Not called on the loop. */
    public static String describe(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (Throwable unspeakable) {
            return thrown.getClass().getName();
        }
    }

    /** Writes a line, and returns when it is written. Not called on the loop. */
    static void write(Level level, Supplier<String> line, @Nullable Throwable error) {
        if (error == null) {
            LOG.log(level, line);
        } else {
            LOG.log(level, line, error);
        }
    }
}
