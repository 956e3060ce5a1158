package dev.tenure.internal.events;

import dev.tenure.internal.runtime.EventLoop;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the first lines of each kind to the log, and of those that follow within a while only how many there were: one
 * outage of the store happens to thousands of elections at once. Thread-safe.
 */
final class RepeatedLines {
    /** So many lines of one kind are written within {@link #WHILE}. */
    static final int MOST = 5;

    static final Duration WHILE = Duration.ofSeconds(10);

    private final EventLoop loop;
    private final Map<String, Lines> kinds = new HashMap<>();

    /** The lines of one kind since the first of a while. */
    private static final class Lines {
        private final Level level;
        private int count;

        Lines(Level level) {
            this.level = level;
        }
    }

    RepeatedLines(EventLoop loop) {
        this.loop = loop;
    }

    /** Writes the line, or counts it. */
    void add(String kind, Level level, Supplier<String> line, @Nullable Throwable error) {
        boolean first;
        boolean written;
        synchronized (kinds) {
            first = !kinds.containsKey(kind);
            Lines lines = kinds.computeIfAbsent(kind, each -> new Lines(level));
            lines.count++;
            written = lines.count <= MOST;
        }
        if (written) {
            loop.log(level, line, error);
        }
        if (first) {
            loop.execute(() -> loop.schedule(loop.time().nanos() + WHILE.toNanos(), () -> summarise(kind)));
        }
    }

    private void summarise(String kind) {
        Lines lines;
        synchronized (kinds) {
            lines = kinds.remove(kind);
        }
        if (lines != null && lines.count > MOST) {
            int more = lines.count - MOST;
            loop.log(lines.level, () -> more + " more elections within " + WHILE.toSeconds() + " s: " + kind, null);
        }
    }
}
