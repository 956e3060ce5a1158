package dev.tenure.cli.console;

import dev.tenure.spi.PrintableText;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options for how much Tenure prints about itself, all on stderr. By default one line per transition. */
public final class Verbosity {
    /** The property that names the class which sets up {@code java.util.logging}. */
    private static final String SETUP_CLASS = "java.util.logging.config.class";

    /** The property that names a file of the user's with such settings. */
    private static final String SETUP_FILE = "java.util.logging.config.file";

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
     *
     * <p>Unless more is asked for, the log seldom has a line, and a start need not wait for {@code java.util.logging}:
     * then that sets itself up by {@link LibraryLog} when it is first used.
     */
    public void apply() {
        boolean isSetUp = System.getProperty(SETUP_CLASS) != null || System.getProperty(SETUP_FILE) != null;
        if (verbose || debug || isSetUp) {
            LibraryLog.print(verbose, debug);
        } else {
            System.setProperty(SETUP_CLASS, LibraryLog.class.getName());
        }
    }
}
