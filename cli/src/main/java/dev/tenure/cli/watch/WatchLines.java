package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import java.io.PrintStream;
import java.util.function.Function;

/** Displays a watch as lines, one for each event: for pipes and files. */
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
    public void refresh(ElectionWatcher watcher) {}

    /** A stream that failed once stays failed: the reader of the pipe has closed it. */
    @Override
    public boolean isRead() {
        return !out.checkError();
    }

    @Override
    public void close() {}
}
