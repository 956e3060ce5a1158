package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import dev.tenure.cli.console.CurrentProcess;
import dev.tenure.cli.console.Terminal;
import dev.tenure.spi.TimeSource;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Displays a watch as a picture that is redrawn on a terminal.
 *
 * <p>It uses the terminal's alternate screen, so that the former content comes back at the end, unless this process is
 * ended by KILL. The last picture then stays below it.
 */
final class WatchScreen implements WatchDisplay {
    private static final String OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
    private static final String FIRST_SCREEN = "\u001b[?25h\u001b[?1049l";
    private static final String TO_THE_TOP = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final int KEPT_EVENTS = 100;

    private final PrintStream out;
    private final Supplier<Terminal> size;
    private final Deque<ElectionEvent> events = new ArrayDeque<>();
    private final Thread atTheEnd = new Thread(this::restore, "tenure-watch-end");
    private List<String> picture = List.of();
    private boolean restored;

    WatchScreen(PrintStream out) {
        this(out, Terminal::now);
        Runtime.getRuntime().addShutdownHook(atTheEnd);
    }

    WatchScreen(PrintStream out, Supplier<Terminal> size) {
        this.out = out;
        this.size = size;
        out.print(OTHER_SCREEN);
        out.flush();
    }

    @Override
    public void show(ElectionEvent event) {
        events.addLast(event);
        if (events.size() > KEPT_EVENTS) {
            events.removeFirst();
        }
    }

    @Override
    public void refresh(ElectionWatcher watcher) {
        Instant now = Instant.ofEpochMilli(TimeSource.system().wallMillis());
        draw(new WatchPicture(watcher, List.copyOf(events), now).lines());
    }

    /** Draws the lines that fit. */
    synchronized void draw(List<String> lines) {
        if (restored) {
            return;
        }
        picture = lines;
        Terminal terminal = size.get();
        StringBuilder text = new StringBuilder(TO_THE_TOP);
        List<String> shown = fitting(lines, terminal);
        for (int i = 0; i < shown.size(); i++) {
            text.append(i == 0 ? "" : "\r\n").append(shown.get(i)).append(CLEAR_LINE);
        }
        out.print(text.append(CLEAR_BELOW));
        out.flush();
    }

    private static List<String> fitting(List<String> lines, Terminal terminal) {
        List<String> shown = new ArrayList<>(lines);
        int missing = lines.size() - terminal.lines();
        if (missing > 0) {
            shown.subList(terminal.lines() - 1, lines.size()).clear();
            shown.add("… " + (missing + 1) + " more lines: enlarge the window");
        }
        shown.replaceAll(line -> cut(line, terminal.columns()));
        return shown;
    }

    private static String cut(String line, int columns) {
        return line.length() <= columns ? line : line.substring(0, columns - 1) + "…";
    }

    @Override
    public boolean isRead() {
        return !out.checkError();
    }

    @Override
    public void close() {
        restore();
        if (!CurrentProcess.isEnding()) {
            Runtime.getRuntime().removeShutdownHook(atTheEnd);
        }
    }

    private synchronized void restore() {
        if (!restored) {
            restored = true;
            out.print(FIRST_SCREEN);
            picture.forEach(out::println);
            out.flush();
        }
    }
}
