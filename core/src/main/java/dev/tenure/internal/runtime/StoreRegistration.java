package dev.tenure.internal.runtime;

import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign keeps open at the store while it goes on: a watch, and the entry of a candidate.
 *
 * <p>The loop says what is wished for; the store hears of it aside, in that order. Whoever calls the store for
 * something that depends on it waits until the store has heard.
 */
final class StoreRegistration {
    private final LeaseStore store;
    private final CampaignSetup setup;
    private final SerialTasks turns;
    private final BiConsumer<String, Throwable> onTrouble;
    private @Nullable Boolean lastSaid;
    private Registration entry = Registration.NONE; // this and the watch are used in turns only
    private Backend.@Nullable Watch watch;

    /** Makes a registration that has yet to begin; {@code onTrouble} hears, aside, of what the store fails with. */
    StoreRegistration(LeaseStore store, CampaignSetup setup, Executor aside, BiConsumer<String, Throwable> onTrouble) {
        this.store = store;
        this.setup = setup;
        this.turns = new SerialTasks(aside);
        this.onTrouble = onTrouble;
    }

    /** Begins both; {@code wakeUp} and {@code inputs} take what comes from any thread. On the loop. */
    void begin(Runnable wakeUp, Consumer<Input> inputs) {
        Identity self = setup.self();
        tell("the store cannot be watched; looking at it now and then must do", () -> {
            if (!setup.options().observes()) {
                entry = store.register(setup.election(), self, new Reached(inputs));
            }
            if (store.capabilities().contains(Capability.WATCH)) {
                watch = store.watch(setup.election(), wakeUp);
            }
        });
    }

    /** Says whether the candidate holds a term, or would take one. On the loop. */
    void willing(boolean willing) {
        if (lastSaid == null || lastSaid != willing) {
            lastSaid = willing;
            tell("the store failed to hear who would lead", () -> entry.willing(willing));
        }
    }

    /** Ends both. On the loop. */
    void end() {
        tell("the store failed to end a watch", () -> {
            Backend.Watch watched = watch;
            Registration entered = entry;
            watch = null;
            entry = Registration.NONE;
            try {
                entered.close();
            } finally {
                if (watched != null) {
                    watched.close();
                }
            }
        });
    }

    /** Returns when the store has heard all that was said before. Not for the loop. */
    void await() {
        try {
            turns.await();
        } catch (InterruptedException overdue) {
            throw new StoreException(
                    StoreException.Kind.UNREACHABLE, "the store hangs in a watch or an entry of a candidate", overdue);
        }
    }

    private void tell(String failing, Runnable saying) {
        turns.add(() -> {
            try {
                saying.run();
            } catch (RuntimeException | Error failed) {
                onTrouble.accept(failing, failed);
            }
        });
    }

    /** What a store that chooses its candidates says to this one. */
    private record Reached(Consumer<Input> inputs) implements RevocationCallback {
        @Override
        public void handOver(long token, String cause) {
            inputs.accept(new Input.Resign(token, Reason.RESIGNED, cause, Duration.ZERO, null));
        }

        @Override
        public void lost(long token, String cause) {
            inputs.accept(new Input.Lost(token, cause));
        }
    }
}
