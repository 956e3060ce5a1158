package dev.tenure.internal;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.spi.EscapingLogger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happens in an election to the log: an ordinary listener that every election has. The only class of the
 * engine that knows a logger, which may do anything, block too: all others go by {@link EventLoop#log}.
 */
final class Journal implements ElectionListener {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure");

    private final String candidate;
    private final EventLoop loop;

    Journal(String candidate, EventLoop loop) {
        this.candidate = candidate;
        this.loop = loop;
    }

    /** Writes a line, and waits until it is written. Not for the loop. */
    static void write(Level level, Supplier<String> line, @Nullable Throwable error) {
        if (error == null) {
            LOG.log(level, line);
        } else {
            LOG.log(level, line, error);
        }
    }

    @Override
    public void on(ElectionEvent event) {
        if (event instanceof ElectionEvent.Trouble trouble) {
            loop.log(Level.WARNING, () -> line(trouble, "trouble", ""), trouble.error());
        } else if (event instanceof ElectionEvent.Acquired acquired) {
            loop.log(Level.INFO, () -> line(acquired, "leads", " token=" + acquired.token()), null);
        } else if (event instanceof ElectionEvent.Revoked revoked) {
            loop.log(Level.INFO, () -> line(revoked, "gave up", " token=" + revoked.token()), null);
        } else if (event instanceof ElectionEvent.Fenced fenced) {
            loop.log(Level.WARNING, () -> line(fenced, "lost", " token=" + fenced.token()), null);
        } else if (event instanceof ElectionEvent.LeaderChanged changed) {
            loop.log(Level.DEBUG, () -> line(changed, "sees", " token=" + changed.token()), null);
        }
    }

    private String line(ElectionEvent event, String what, String details) {
        return "election " + event.election() + ": " + candidate + " " + what + details + " (" + event.cause() + ")";
    }
}
