package dev.tenure.internal;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.spi.EscapingLogger;
import java.lang.System.Logger.Level;

/** Writes what happens in an election to the log: an ordinary listener that every election has. */
final class Journal implements ElectionListener {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure");

    private final String candidate;

    Journal(String candidate) {
        this.candidate = candidate;
    }

    @Override
    public void on(ElectionEvent event) {
        if (event instanceof ElectionEvent.Trouble trouble) {
            LOG.log(Level.WARNING, () -> line(trouble, "trouble", ""), trouble.error());
        } else if (event instanceof ElectionEvent.Acquired acquired) {
            LOG.log(Level.INFO, () -> line(acquired, "leads", " token=" + acquired.token()));
        } else if (event instanceof ElectionEvent.Revoked revoked) {
            LOG.log(Level.INFO, () -> line(revoked, "gave up", " token=" + revoked.token()));
        } else if (event instanceof ElectionEvent.Fenced fenced) {
            LOG.log(Level.WARNING, () -> line(fenced, "lost", " token=" + fenced.token()));
        } else if (event instanceof ElectionEvent.LeaderChanged changed) {
            LOG.log(Level.DEBUG, () -> line(changed, "sees", " token=" + changed.token()));
        }
    }

    private String line(ElectionEvent event, String what, String details) {
        return "election " + event.election() + ": " + candidate + " " + what + details + " (" + event.cause() + ")";
    }
}
