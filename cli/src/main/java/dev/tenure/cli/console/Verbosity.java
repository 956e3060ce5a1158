package dev.tenure.cli.console;

import dev.tenure.spi.PrintableText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options for how much Tenure prints about itself, all on stderr. By default one line per transition. */
public final class Verbosity {
    /** Kept in a field, because the log manager drops the settings of unreferenced loggers. */
    private static final Logger ALL = Logger.getLogger("dev.tenure");

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Print more about what happens.")
    private boolean verbose;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print everything, with stack traces.")
    private boolean debug;

    public boolean isDebug() {
        return debug;
    }

    /** Prints a message as one line. */
    public static void say(String message) {
        System.err.println("tenure: " + oneLine(message));
    }

    /** Returns the text on one line, with control characters escaped: others wrote parts of it. */
    public static String oneLine(String text) {
        return PrintableText.of(text.strip().replaceAll("\\s*\\R\\s*", "; "));
    }

    /** Returns the stack trace as text. */
    public static String trace(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return PrintableText.lines(trace.toString());
    }

    /**
     * Sets up the log of the library by these options. Events of elections are printed by {@code tenure run} itself.
     */
    public void apply() {
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
            StringBuilder line = new StringBuilder("tenure: " + level + ": " + oneLine(formatMessage(log)) + "\n");
            Throwable thrown = log.getThrown();
            if (traces && thrown != null) {
                line.append(trace(thrown));
            }
            return line.toString();
        }
    }
}
