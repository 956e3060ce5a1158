package dev.tenure.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Prints the log of the library on stderr. {@code java.util.logging} creates one, as {@link Verbosity} told it. */
public final class LibraryLog {
    /** Kept in a field, because the log manager drops the settings of unreferenced loggers. */
    private static final Logger ALL = Logger.getLogger("dev.tenure");

    /** Sets up the log as the JDK does by default, and prints no more of the library's than its warnings. */
    public LibraryLog() throws IOException {
        Path defaults = Path.of(System.getProperty("java.home"), "conf", "logging.properties");
        if (Files.isReadable(defaults)) {
            try (InputStream properties = Files.newInputStream(defaults)) {
                LogManager.getLogManager().readConfiguration(properties);
            }
        }
        print(false, false);
    }

    /** Prints lines of that level and above; those about elections only if more is asked for. */
    static void print(boolean verbose, boolean debug) {
        ConsoleHandler handler = new ConsoleHandler();
        handler.setFormatter(new OneLine(debug));
        handler.setLevel(Level.ALL);
        handler.setFilter(log -> verbose || debug || !ALL.getName().equals(log.getLoggerName()));
        ALL.setUseParentHandlers(false);
        ALL.addHandler(handler);
        ALL.setLevel(debug ? Level.ALL : verbose ? Level.FINE : Level.WARNING);
    }

    private static final class OneLine extends Formatter {
        private final boolean traces;

        OneLine(boolean traces) {
            this.traces = traces;
        }

        @Override
        public String format(LogRecord log) {
            String level = log.getLevel().getName().toLowerCase(Locale.ROOT);
            StringBuilder line =
                    new StringBuilder("tenure: " + level + ": " + Verbosity.oneLine(formatMessage(log)) + "\n");
            Throwable thrown = log.getThrown();
            if (traces && thrown != null) {
                line.append(Verbosity.trace(thrown));
            }
            return line.toString();
        }
    }
}
