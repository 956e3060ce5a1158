package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Reason;
import dev.tenure.internal.runtime.EventLoop;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes what happens in an election to the log. A listener like any other, which every election has. */
public final class EventLog implements ElectionListener {
    private final String candidate;
    private final RepeatedLines lines;

    public EventLog(String candidate, EventLoop loop) {
        this.candidate = candidate;
        this.lines = new RepeatedLines(loop);
    }

    @Override
    public void on(ElectionEvent event) {
        if (event instanceof ElectionEvent.Warning warning && warning.reason() == Reason.LISTENER_FAILED) {
            return; // logged where it failed, and so even if no listener hears any more
        }
        if (event instanceof ElectionEvent.Warning warning) {
            write(Level.WARNING, warning, "warns", "", warning.error());
        } else if (event instanceof ElectionEvent.Acquired acquired) {
            write(Level.INFO, acquired, "leads", " token=" + acquired.token(), null);
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            write(Level.INFO, resigned, "gave up", " token=" + resigned.token(), null);
        } else if (event instanceof ElectionEvent.Lost lost) {
            write(Level.WARNING, lost, "lost", " token=" + lost.token(), null);
        } else if (event instanceof ElectionEvent.LeaderChanged changed) {
            write(Level.DEBUG, changed, "sees", " token=" + changed.token(), null);
        }
    }

    private void write(Level level, ElectionEvent event, String what, String details, @Nullable Throwable error) {
        Supplier<String> line = () ->
                "election " + event.election() + ": " + candidate + " " + what + details + " (" + event.cause() + ")";
        lines.add(candidate + " " + what + " (" + event.reason().word() + ")", level, line, error);
    }
}
