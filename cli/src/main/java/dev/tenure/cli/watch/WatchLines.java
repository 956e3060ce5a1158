package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import java.io.PrintStream;
import java.util.function.Function;

/** A watch as lines, one for each thing that happens: for pipes and files. */
final class WatchLines implements WatchDisplay {
    private final PrintStream out;
    private final Function<ElectionEvent, String> layout;

    WatchLines(PrintStream out, Function<ElectionEvent, String> layout) {
        this.out = out;
        this.layout = layout;
    }

    @Override
    public void show(ElectionEvent event) {
        out.println(layout.apply(event));
        out.flush();
    }

    @Override
    public void refresh(ElectionWatcher tower) {}

    /** A stream that failed once has failed for good: whoever read the pipe has seen enough. */
    @Override
    public boolean isRead() {
        return !out.checkError();
    }

    @Override
    public void close() {}
}
