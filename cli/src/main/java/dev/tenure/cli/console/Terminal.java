package dev.tenure.cli.console;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of the terminal that this process writes to.
 *
 * @param lines how many lines it shows
 * @param columns how many characters fit on one
 */
public record Terminal(int lines, int columns) {
    private static final Terminal ANY = new Terminal(24, 80);
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,4}) ([1-9][0-9]{0,4})");

    /** Tells whether a picture can be drawn on this process's output. */
    public static boolean isThere() {
        String kind = System.getenv("TERM");
        if (kind == null || kind.equals("dumb")) {
            return false;
        }
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().matches("/dev/(pts/|tty).*");
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Returns the present size, or a common one if it is not known. */
    public static Terminal now() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return ANY;
            }
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException unknown) {
            return ANY;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ANY;
        }
    }

    /** Returns how many characters fit on a line of this process's output: any number, unless it is a terminal. */
    static int width() {
        return isThere() ? now().columns() : Integer.MAX_VALUE;
    }

    public static Terminal parse(String size) {
        Matcher matcher = SIZE.matcher(size.strip());
        return matcher.matches()
                ? new Terminal(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : ANY;
    }
}
