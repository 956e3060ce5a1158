package dev.tenure.internal.runtime;

import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.PrintableText;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines to the application's logger. A logger may block, so the rest of the engine calls {@link EventLoop#log}
 * instead, which does not wait for it.
 */
public final class EngineLog {
    static final String NAME = "dev.tenure";

    private static final System.Logger LOG = EscapingLogger.of(NAME);

    private EngineLog() {}

    /** Returns what was thrown in words; what others throw may fail at that, too. Not called on the loop. */
    public static String describe(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (Throwable unspeakable) {
            return thrown.getClass().getName();
        }
    }

    /** Prepares for lines that are written while the JVM ends. */
    public static void prepareForEnd() {
        LastLines.prepare(LOG);
    }

    /** Takes in that the JVM has begun to end. */
    public static void jvmEnds() {
        LastLines.begin();
    }

    /** Writes a line, and returns when it is written. Not called on the loop. */
    static void write(Level level, Supplier<String> line, @Nullable Throwable error) {
        if (!LastLines.wants(level, LOG)) {
            return;
        }
        if (line instanceof LogLine about) {
            LogContext.during(about.values(), () -> write(level, about.text(), error));
        } else {
            write(level, line.get(), error);
        }
    }

    private static void write(Level level, String line, @Nullable Throwable error) {
        boolean lost = LastLines.areLost();
        if (error == null) {
            LOG.log(level, line);
        } else {
            LOG.log(level, line, error);
        }
        if (lost || LastLines.areLost()) { // asked again, because the log may have been closed meanwhile
            LastLines.print(level, PrintableText.of(line));
        }
    }
}
