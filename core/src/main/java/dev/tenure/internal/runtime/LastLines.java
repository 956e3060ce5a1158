package dev.tenure.internal.runtime;

import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.Set;
import java.util.logging.Logger;

/**
 * The log while the JVM ends. {@code java.util.logging} closes its handlers as soon as the JVM begins to end, while
 * candidates still stop their work and release their leases; what is logged then goes to standard error.
 */
final class LastLines {
    private static final String OF_THE_JDK = "sun.util.logging.";

    /** The levels that are written: as it closes, {@code java.util.logging} forgets which ones were wanted. */
    private static volatile Set<Level> wanted = Set.of();

    private static volatile boolean jvmEnds;

    private LastLines() {}

    /** Notes which levels are wanted, while that can be asked. */
    static void prepare(System.Logger log) {
        Set<Level> levels = EnumSet.noneOf(Level.class);
        for (Level level : Level.values()) {
            if (log.isLoggable(level)) {
                levels.add(level);
            }
        }
        wanted = levels;
    }

    /** Tells whether lines of this level are wanted. */
    static boolean wants(Level level, System.Logger log) {
        return jvmEnds ? wanted.contains(level) : log.isLoggable(level);
    }

    /** The JVM has begun to end. */
    static void begin() {
        jvmEnds = true;
    }

    /** Tells whether what is logged now is lost. */
    static boolean areLost() {
        return System.LoggerFinder.getLoggerFinder().getClass().getName().startsWith(OF_THE_JDK)
                && !Handlers.areThere()
                && (jvmEnds || hooksRun());
    }

    /**
     * Tells whether shutdown hooks run: that of {@code java.util.logging} may be ahead of the one that we hear from.
     */
    private static boolean hooksRun() {
        try {
            Runtime.getRuntime().removeShutdownHook(Thread.currentThread()); // which is none
            return false;
        } catch (IllegalStateException ending) {
            return true;
        }
    }

    static void print(Level level, String line) {
        System.err.println(level + " " + EngineLog.NAME + ": " + line);
    }

    /** Asks {@code java.util.logging}, which not every JVM has: loaded only if it is the one that logs. */
    private static final class Handlers {
        private Handlers() {}

        static boolean areThere() {
            for (Logger logger = Logger.getLogger(EngineLog.NAME); logger != null; logger = logger.getParent()) {
                if (logger.getHandlers().length > 0) {
                    return true;
                }
                if (!logger.getUseParentHandlers()) {
                    return false;
                }
            }
            return false;
        }
    }
}
