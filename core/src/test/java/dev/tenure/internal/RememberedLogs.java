package dev.tenure.internal;

import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps what is logged during tests instead of printing it; found by the JDK as a service. */
public final class RememberedLogs extends System.LoggerFinder {
    private static final List<Line> LINES = new CopyOnWriteArrayList<>();
    private static volatile Consumer<String> before = line -> {};

    /**
     * One line of the log.
     *
     * @param level how bad it is
     * @param text what it says
     * @param thrown what was thrown, or null
     */
    record Line(
            System.Logger.Level level,
            String text,
            @Nullable Throwable thrown) {}

    /** Returns the lines that contain the given text. */
    static List<Line> containing(String text) {
        return LINES.stream().filter(line -> line.text().contains(text)).toList();
    }

    /** Says what to do with each line, on the thread that logs it, before it is kept. */
    static void before(Consumer<String> action) {
        before = action;
    }

    @Override
    public System.Logger getLogger(String name, Module module) {
        return new Remembering(name);
    }

    private record Remembering(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return name.equals("dev.tenure");
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                before.accept(text);
                LINES.add(new Line(level, text, thrown));
            }
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String format, Object... params) {
            if (isLoggable(level)) {
                LINES.add(new Line(level, new MessageFormat(format, Locale.ROOT).format(params), null));
            }
        }
    }
}
