package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.LogLine;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down in the store what happens to a candidate's leadership, one entry after the other. For people: what cannot
 * be written is logged and dropped. On the loop.
 */
public final class HistoryWriter {
    private static final int MOST_WAITING = 1_000;

    private final LeaseStore store;
    private final EventLoop loop;
    private final Supplier<Identity> self;
    private final Supplier<Duration> callTimeout;
    private final boolean keepsHistory;
    private final RepeatedLines lines;
    private final Deque<HistoryEntry> waiting = new ArrayDeque<>();
    private boolean underWay;

    public HistoryWriter(LeaseStore store, EventLoop loop, Supplier<Identity> self, Supplier<Duration> callTimeout) {
        this.store = store;
        this.loop = loop;
        this.self = self;
        this.callTimeout = callTimeout;
        this.lines = new RepeatedLines(loop);
        this.keepsHistory = store.capabilities().contains(Capability.HISTORY);
    }

    public void tell(ElectionEvent event) {
        HistoryEntry entry = keepsHistory ? entry(event) : null;
        if (entry != null) {
            if (waiting.size() == MOST_WAITING) {
                waiting.remove();
            }
            waiting.add(entry);
            proceed();
        }
    }

    /** Tells whether everything told so far is written, or was dropped. */
    public boolean isIdle() {
        return !underWay && waiting.isEmpty();
    }

    private @Nullable HistoryEntry entry(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired) {
            return entry(event, HistoryEntry.What.ACQUIRED, acquired.token());
        }
        if (event instanceof ElectionEvent.Resigned resigned) {
            return entry(event, HistoryEntry.What.RESIGNED, resigned.token());
        }
        return event instanceof ElectionEvent.Lost lost ? entry(event, HistoryEntry.What.LOST, lost.token()) : null;
    }

    private HistoryEntry entry(ElectionEvent event, HistoryEntry.What what, long token) {
        return HistoryEntry.of(event.election(), event.at(), self.get(), what, token, event.cause())
                .withReason(event.reason());
    }

    private void proceed() {
        HistoryEntry entry = underWay ? null : waiting.poll();
        if (entry == null) {
            return;
        }
        underWay = true;
        long at = loop.time().nanos() + callTimeout.get().toNanos();
        Deadline deadline = new Deadline(loop.time(), at);
        EventLoop.StoreCall<HistoryEntry> call = new EventLoop.StoreCall<>(EventLoop.Urgency.LOOK, at, () -> {
            store.history().append(entry, deadline);
            return entry;
        });
        loop.offload(call, written -> proceedAfterCall(), failure -> {
            loop.log(Level.DEBUG, () -> "not written to the history: " + entry, failure);
            lines.write(Level.WARNING, "history", line(entry, failure), null);
            proceedAfterCall();
        });
    }

    private static LogLine line(HistoryEntry entry, StoreException failure) {
        String text = "election " + entry.election() + ": not written to the history: " + entry.what() + " token="
                + entry.token() + " (" + failure.getMessage() + ")";
        return new LogLine(entry.election(), entry.who().name(), entry.token(), text);
    }

    private void proceedAfterCall() {
        underWay = false;
        proceed();
    }
}
