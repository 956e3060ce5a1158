package dev.tenure.internal;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Entry;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Recall;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a campaign keeps open at the store while it goes on: a watch, and the entry of a candidate. On the loop. */
final class Presence {
    private final LeaseStore store;
    private final Setup setup;
    private Entry entry = Entry.NONE;
    private Backend.@Nullable Watch watch;

    Presence(LeaseStore store, Setup setup) {
        this.store = store;
        this.setup = setup;
    }

    /** Begins both; {@code nudge} and {@code inputs} take what comes from any thread. */
    void begin(Runnable nudge, Consumer<Input> inputs) {
        if (!setup.conduct().observes()) {
            entry = store.enter(setup.election(), setup.self(), new Reached(inputs));
        }
        if (store.capabilities().contains(Capability.WATCH)) {
            watch = store.watch(setup.election(), nudge);
        }
    }

    /** Says whether the candidate holds a term, or would take one. */
    void willing(boolean willing) {
        entry.willing(willing);
    }

    void end() {
        Backend.Watch watched = watch;
        Entry entered = entry;
        watch = null;
        entry = Entry.NONE;
        try {
            entered.close();
        } finally {
            if (watched != null) {
                watched.close();
            }
        }
    }

    /** What a store that chooses its candidates says to this one. */
    private record Reached(Consumer<Input> inputs) implements Recall {
        @Override
        public void handOver(long token, String cause) {
            inputs.accept(new Input.Resign(token, cause, Duration.ZERO, null));
        }

        @Override
        public void lost(long token, String cause) {
            inputs.accept(new Input.Lost(token, cause));
        }
    }
}
