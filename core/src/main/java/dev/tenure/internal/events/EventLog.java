package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.internal.recording.FlightRecording;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.LogLine;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happens in a candidate's elections to the flight recorder and to the log: each transition, but what comes
 * in great numbers is counted, and a store that fails is told of once (decision 62). On the loop.
 */
public final class EventLog {
    private final String candidate;
    private final EventLoop loop;
    private final RepeatedLines lines;
    private final StoreOutage outage;
    private final FlightRecording recording;

    /** Writes to the log of that loop; the names of the candidate and of the store are for people. */
    public EventLog(String candidate, String store, EventLoop loop) {
        this.candidate = candidate;
        this.loop = loop;
        this.lines = new RepeatedLines(loop);
        this.outage = new StoreOutage(candidate, store, loop);
        this.recording = new FlightRecording(candidate, loop);
    }

    /** Takes in what happened. */
    public void tell(ElectionEvent event) {
        recording.tell(event);
        if (event instanceof ElectionEvent.Warning warning) {
            warn(warning);
        } else if (event instanceof ElectionEvent.Acquired acquired) {
            write(Level.INFO, event, "leads", acquired.token());
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            write(Level.INFO, event, "gave up", resigned.token());
        } else if (event instanceof ElectionEvent.Lost lost) {
            write(Level.WARNING, event, "lost", lost.token());
        } else if (event instanceof ElectionEvent.LeaderChanged changed) {
            loop.log(Level.DEBUG, line(event, "sees", changed.token()), null);
        }
    }

    /**
     * Takes in how a call of an election to the store ended.
     *
     * @param lateNanos how much after its deadline that was heard, if positive
     */
    public void called(String election, boolean answered, long lateNanos) {
        outage.late(answered ? 0 : lateNanos);
        if (answered) {
            outage.answered(election);
        }
    }

    /** Takes in that an election is over, whatever its store does. */
    public void over(String election) {
        outage.answered(election);
    }

    /** Writes what was only counted so far. */
    public void close() {
        lines.close();
        outage.close();
    }

    /** What the application threw says where; what a store threw says the same as its message. */
    private void warn(ElectionEvent.Warning warning) {
        if (warning.reason() == Reason.STORE_FAILED) {
            outage.failed(warning.election(), warning.cause(), warning.error());
            return;
        }
        Throwable error = warning.error();
        LogLine line = line(warning, "warns", 0);
        write(Level.WARNING, warning, line, error instanceof StoreException ? null : error);
        if (error instanceof StoreException) {
            loop.log(Level.DEBUG, line, error);
        }
    }

    private void write(Level level, ElectionEvent event, String what, long token) {
        write(level, event, line(event, what, token), null);
    }

    private void write(Level level, ElectionEvent event, LogLine line, @Nullable Throwable error) {
        lines.write(level, event.kind() + " " + event.reason(), line, error);
    }

    private LogLine line(ElectionEvent event, String what, long token) {
        String details = token == 0 ? "" : " token=" + token;
        String text =
                "election " + event.election() + ": " + candidate + " " + what + details + " (" + event.cause() + ")";
        return new LogLine(event.election(), candidate, token, text);
    }
}
