package dev.tenure.cli.console;

import dev.tenure.spi.PrintableText;
import java.io.PrintWriter;
import java.io.StringWriter;

/** How much Tenure prints about itself, all on stderr. By default one line per transition. */
public final class Verbosity {
    /** Names the class that sets up {@code java.util.logging}. */
    private static final String SETUP = "java.util.logging.config.class";

    /** Names a file of the user's for it, which then decides. */
    private static final String FILE = "java.util.logging.config.file";

    private Verbosity() {}

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
     * Sets up the log of the library. Events of elections are printed by {@code tenure run} itself.
     *
     * <p>Unless more is asked for, the log seldom has a line, and a start need not wait for {@code java.util.logging}:
     * then it is told to set itself up by {@link LibraryLog} when it is first used.
     */
    public static void apply(boolean verbose, boolean debug) {
        if (verbose || debug) {
            LibraryLog.print(verbose, debug);
        } else if (System.getProperty(SETUP) == null && System.getProperty(FILE) == null) {
            System.setProperty(SETUP, LibraryLog.class.getName());
        }
    }
}
