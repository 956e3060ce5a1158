package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down in the store what happens to a candidate's leadership, in order: what happens while a call is under way
 * goes with the next. For people: what cannot be written is logged and dropped. On the loop.
 */
public final class HistoryWriter {
    private static final int MOST_WAITING = 10_000;
    private static final int MOST_AT_ONCE = 200;

    private final LeaseStore store;
    private final EventLoop loop;
    private final Supplier<Identity> self;
    private final Supplier<Duration> callTimeout;
    private final boolean keepsHistory;
    private final Deque<HistoryEntry> waiting = new ArrayDeque<>();
    private boolean underWay;

    public HistoryWriter(LeaseStore store, EventLoop loop, Supplier<Identity> self, Supplier<Duration> callTimeout) {
        this.store = store;
        this.loop = loop;
        this.self = self;
        this.callTimeout = callTimeout;
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
        if (underWay || waiting.isEmpty()) {
            return;
        }
        underWay = true;
        List<HistoryEntry> entries = new ArrayList<>();
        while (!waiting.isEmpty() && entries.size() < MOST_AT_ONCE) {
            entries.add(waiting.remove());
        }
        long at = loop.time().nanos() + callTimeout.get().toNanos();
        Deadline deadline = new Deadline(loop.time(), at);
        EventLoop.StoreCall<List<HistoryEntry>> call = new EventLoop.StoreCall<>(EventLoop.Urgency.LOOK, at, () -> {
            store.history().appendAll(entries, deadline);
            return entries;
        });
        loop.offload(call, written -> proceedAfterCall(), failure -> {
            int others = entries.size() - 1;
            loop.log(
                    Level.WARNING,
                    () -> "not written to the history: " + entries.get(0)
                            + (others == 0 ? "" : " and " + others + " other entries"),
                    failure);
            proceedAfterCall();
        });
    }

    private void proceedAfterCall() {
        underWay = false;
        proceed();
    }
}
