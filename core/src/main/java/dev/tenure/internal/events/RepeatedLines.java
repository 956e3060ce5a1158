package dev.tenure.internal.events;

import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.LogLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines of which very many may come at once: ten of a kind, and then one in ten seconds that counts the rest.
 * Each line is written at the level DEBUG, whatever its place. On the loop.
 */
final class RepeatedLines {
    static final int MOST = 10;
    static final Duration PERIOD = Duration.ofSeconds(10);

    private final EventLoop loop;
    private final Map<String, Kind> kinds = new HashMap<>();

    /** The lines of one kind in the present period. */
    private final class Kind {
        private final Level level;
        private long sinceNanos = loop.time().nanos();
        private int written;
        private int counted;
        private @Nullable LogLine last;

        Kind(Level level) {
            this.level = level;
        }

        private boolean isOver() {
            return loop.time().nanos() - sinceNanos >= PERIOD.toNanos();
        }

        void add(LogLine line, @Nullable Throwable error) {
            if (counted == 0 && isOver()) {
                sinceNanos = loop.time().nanos();
                written = 0;
            }
            if (written < MOST) {
                written++;
                loop.log(level, line, error);
                return;
            }
            loop.log(Level.DEBUG, line, error);
            last = line;
            if (counted++ == 0) {
                loop.schedule(sinceNanos + PERIOD.toNanos(), this::tellCount);
            }
        }

        /** After a period with lines that were only counted, the next ones are counted, too. */
        private void tellCount() {
            LogLine line = last;
            if (line == null) {
                return;
            }
            String more = counted + " more in " + ClockReading.seconds(PERIOD) + " like: " + line.text();
            loop.log(level, new LogLine(line.election(), line.candidate(), line.token(), more), null);
            sinceNanos = loop.time().nanos();
            counted = 0;
            last = null;
        }
    }

    RepeatedLines(EventLoop loop) {
        this.loop = loop;
    }

    /** Writes the line, or counts it. */
    void write(Level level, String kind, LogLine line, @Nullable Throwable error) {
        kinds.computeIfAbsent(kind, none -> new Kind(level)).add(line, error);
    }

    /** Writes what was counted, because nothing is written later. */
    void close() {
        kinds.values().forEach(Kind::tellCount);
    }
}
