package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
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
