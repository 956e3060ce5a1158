package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Reason;
import dev.tenure.internal.runtime.EventLoop;
import java.lang.System.Logger.Level;

/** Writes what happens in an election to the log. A listener like any other, which every election has. */
public final class EventLog implements ElectionListener {
    private final String candidate;
    private final EventLoop loop;

    public EventLog(String candidate, EventLoop loop) {
        this.candidate = candidate;
        this.loop = loop;
    }

    @Override
    public void on(ElectionEvent event) {
        if (event instanceof ElectionEvent.Warning warning && warning.reason() == Reason.LISTENER_FAILED) {
            return; // logged where it failed, and so even if no listener hears any more
        }
        if (event instanceof ElectionEvent.Warning warning) {
            loop.log(Level.WARNING, () -> line(warning, "warns", ""), warning.error());
        } else if (event instanceof ElectionEvent.Acquired acquired) {
            loop.log(Level.INFO, () -> line(acquired, "leads", " token=" + acquired.token()), null);
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            loop.log(Level.INFO, () -> line(resigned, "gave up", " token=" + resigned.token()), null);
        } else if (event instanceof ElectionEvent.Lost lost) {
            loop.log(Level.WARNING, () -> line(lost, "lost", " token=" + lost.token()), null);
        } else if (event instanceof ElectionEvent.LeaderChanged changed) {
            loop.log(Level.DEBUG, () -> line(changed, "sees", " token=" + changed.token()), null);
        }
    }

    private String line(ElectionEvent event, String what, String details) {
        return "election " + event.election() + ": " + candidate + " " + what + details + " (" + event.cause() + ")";
    }
}
