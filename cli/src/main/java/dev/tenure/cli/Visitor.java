package dev.tenure.cli;

import dev.tenure.Candidate;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.Status;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A candidate that stands nowhere: what commands look at elections through, and ask leaders for something. Everything
 * that can be refused is refused as a {@link CommandFailure}.
 */
final class Visitor implements AutoCloseable {
    private final LeaseStore store;
    private final Candidate candidate;

    private Visitor(LeaseStore store) {
        this.store = store;
        this.candidate = Candidate.onShared(store)
                .named(ThisProcess.operator())
                .withoutShutdownHook()
                .start();
    }

    static Visitor to(StoreOption store) {
        return new Visitor(store.openToLook());
    }

    Candidate candidate() {
        return candidate;
    }

    /** Returns the name of the store's technology. */
    String storeName() {
        return store.name();
    }

    /** Returns how long a lease of this store is good unless its holder says otherwise. */
    Duration ttl() {
        return store.timing().ttl();
    }

    /** Returns how often candidates of this store look unless they say otherwise. */
    Duration interval() {
        return store.timing().interval();
    }

    boolean can(Capability capability) {
        return store.capabilities().contains(capability);
    }

    /** Returns every election of the store, in the order of their names. */
    List<String> elections() {
        if (!can(Capability.LISTING)) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "the " + store.name() + " store cannot list its elections: name one");
        }
        Deadline soon = Deadline.after(TimeSource.system(), store.timing().callTimeout());
        return store.elections(soon).stream().sorted().toList();
    }

    /** Asks the candidate something, and refuses what the store cannot do or keep. */
    static <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (UnsupportedOperationException cannot) {
            throw new CommandFailure(ExitStatus.MISCONFIGURED, String.valueOf(cannot.getMessage()), cannot);
        }
    }

    /** Looks on from now on. */
    ElectionView observe(String election) {
        try {
            return candidate.observe(election);
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.USAGE, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Returns how an election stands now. */
    Status look(String election) throws InterruptedException {
        try (ElectionView view = observe(election)) {
            return first(view);
        }
    }

    /** Returns what the first look showed. A store that does not answer is an error here, not something to sit out. */
    Status first(ElectionView view) throws InterruptedException {
        Duration patience = store.timing().callTimeout().multipliedBy(2);
        AtomicReference<@Nullable StoreException> failure = new AtomicReference<>();
        try (var unused = view.subscribe(event -> {
            if (event instanceof ElectionEvent.Trouble trouble && trouble.error() instanceof StoreException failed) {
                failure.set(failed);
            }
        })) {
            var seen = view.awaitAttempt(Instant.EPOCH, patience);
            if (seen.isPresent()) {
                return seen.get();
            }
        }
        StoreException failed = failure.get();
        if (failed != null) {
            throw CommandFailure.of(failed);
        }
        throw new CommandFailure(
                ExitStatus.UNREACHABLE,
                "the " + store.name() + " store did not answer within " + Durations.show(patience)
                        + ": check that it is there");
    }

    @Override
    public void close() {
        try {
            candidate.close();
        } finally {
            store.close();
        }
    }
}
