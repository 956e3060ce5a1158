package dev.tenure.cli.store;

import dev.tenure.Candidate;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.Status;
import dev.tenure.StoreException;
import dev.tenure.Subscription;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CurrentProcess;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A candidate that stands in no election: commands observe elections and ask leaders through it. Refusals are thrown as
 * {@link CommandFailure}.
 */
public final class ObservingCandidate implements AutoCloseable {
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(5);
    private static final Duration LEAST_CALL = Duration.ofSeconds(5);
    private static final Duration GLANCE = Duration.ofMillis(100);

    private final LeaseStore store;
    private final Candidate candidate;

    private ObservingCandidate(LeaseStore store) {
        this.store = store;
        this.candidate = Candidate.on(store)
                .named(CurrentProcess.operator())
                .withoutShutdownHook()
                .start();
    }

    public static ObservingCandidate to(StoreOption store) {
        return to(store.openToLook());
    }

    /** Opens a store whose leaders may have to be asked over the peer channel. */
    public static ObservingCandidate to(StoreOption store, PeerClientOptions peers) {
        return to(peers.around(store.openToLook()));
    }

    public static ObservingCandidate to(LeaseStore store) {
        return new ObservingCandidate(store);
    }

    public Candidate candidate() {
        return candidate;
    }

    /** Returns the name of the store's technology. */
    public String storeName() {
        return store.name();
    }

    /** Returns the default ttl of this store. */
    public Duration ttl() {
        return store.timing().ttl();
    }

    /** Returns the default interval of this store. */
    Duration interval() {
        return store.timing().interval();
    }

    public boolean can(Capability capability) {
        return store.capabilities().contains(capability);
    }

    /** Returns every election of the store, ordered by name. */
    public List<String> elections() {
        if (!can(Capability.LISTING)) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "the " + store.name() + " store cannot list its elections: name one");
        }
        return store.elections(soon()).stream().sorted().toList();
    }

    /**
     * Refuses an invalid name, and throws the failure of a store that cannot be read now.
     *
     * <p>An observer would keep trying, since a store may come back; a wrong address should be reported at once.
     */
    public void requireAnswer(String election) {
        ElectionName.check(store, election);
        store.inspect(election, soon());
    }

    /** Allows more time than usual, because this process has just started. */
    private Deadline soon() {
        Duration call = store.timing().callTimeout();
        return Deadline.after(TimeSource.system(), call.compareTo(LEAST_CALL) < 0 ? LEAST_CALL : call);
    }

    /** Refuses a store that keeps no roster, before any slow call is made. */
    public void requireRoster(String election) {
        if (!can(Capability.ROSTER)) {
            ask(() -> candidate.roster(election));
        }
    }

    /** Refuses a store that keeps no history, before any slow call is made. */
    public void requireHistory(String election) {
        if (!can(Capability.HISTORY)) {
            ask(() -> candidate.history(election));
        }
    }

    /** Calls the candidate, and turns an unsupported operation into a {@link CommandFailure}. */
    public static <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (UnsupportedOperationException cannot) {
            throw new CommandFailure(ExitStatus.MISCONFIGURED, String.valueOf(cannot.getMessage()), cannot);
        }
    }

    /** Starts to observe an election. */
    public ElectionView observe(String election) {
        ElectionName.check(store, election);
        return candidate.observe(election);
    }

    /** Returns the present status of an election. */
    public Status look(String election) throws InterruptedException {
        try (ElectionView view = observe(election)) {
            return first(view);
        }
    }

    /** Returns the status after the first look. A store that does not answer is an error here. */
    public Status first(ElectionView view) throws InterruptedException {
        AtomicReference<@Nullable StoreException> failure = new AtomicReference<>();
        Subscription troubles = view.subscribe(event -> {
            if (event instanceof ElectionEvent.Warning warning && warning.error() instanceof StoreException failed) {
                failure.set(failed);
            }
        });
        Deadline deadline = Deadline.after(TimeSource.system(), patience());
        Optional<Status> seen = Optional.empty();
        while (seen.isEmpty() && !deadline.hasPassed() && !isHopeless(failure.get())) {
            seen = view.awaitAttempt(Instant.EPOCH, GLANCE);
        }
        troubles.close();
        return seen.orElseThrow(() -> unanswered(failure.get()));
    }

    /** Waits until the view has looked once, or the longest time for that has passed. */
    public void awaitFirst(ElectionView view) throws InterruptedException {
        var unused = view.awaitAttempt(Instant.EPOCH, patience());
    }

    /** Allows for a slow machine: trouble is when people look. */
    private Duration patience() {
        Duration twoCalls = store.timing().callTimeout().multipliedBy(2);
        return twoCalls.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : twoCalls;
    }

    private static boolean isHopeless(@Nullable StoreException failure) {
        return failure != null && failure.kind() == StoreException.Kind.MISCONFIGURED;
    }

    private CommandFailure unanswered(@Nullable StoreException failure) {
        return failure != null
                ? CommandFailure.of(failure)
                : new CommandFailure(
                        ExitStatus.UNREACHABLE,
                        "the " + store.name() + " store did not answer within " + Durations.show(patience())
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
