package dev.tenure.cli.store;

import dev.tenure.Candidate;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.StoreException;
import dev.tenure.Subscription;
import dev.tenure.Timing;
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
    private static final Duration GLANCE = Duration.ofMillis(100);

    private final LeaseStore store;
    private final Duration timeout;
    private final Candidate candidate;

    private ObservingCandidate(LeaseStore store, Duration timeout) {
        this.store = store;
        this.timeout = timeout;
        this.candidate = Candidate.on(store)
                .named(CurrentProcess.operator())
                .timing(patient(store.timing()))
                .withoutShutdownHook()
                .start();
    }

    /** Observes elections of a store, each call to which may take this long. */
    public static ObservingCandidate to(LeaseStore store, Duration timeout) {
        return new ObservingCandidate(store, timeout);
    }

    /** Observes elections of a store for somebody who has not said how long a call to it may take. */
    public static ObservingCandidate to(LeaseStore store) {
        return to(store, TimeoutOption.PATIENT);
    }

    /**
     * A candidate has to give up a call in time to renew. Who only looks has all the time that its lease would leave.
     */
    private static Timing patient(Timing timing) {
        return timing.withCallTimeout(
                timing.ttl().minus(timing.interval()).minus(timing.margin()).minus(timing.stopWithin()));
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

    private Deadline soon() {
        return Deadline.after(TimeSource.system(), timeout);
    }

    /** Returns the live candidates of an election. */
    public List<RosterMember> roster(String election) {
        return ask(() -> candidate.roster(election, timeout));
    }

    /** Returns what happened in an election, the latest last. */
    public List<HistoryEntry> history(String election) {
        return ask(() -> candidate.history(election, timeout));
    }

    /** Refuses a store that keeps no roster, before any slow call is made. */
    public void requireRoster(String election) {
        if (!can(Capability.ROSTER)) {
            roster(election);
        }
    }

    /** Refuses a store that keeps no history, before any slow call is made. */
    public void requireHistory(String election) {
        if (!can(Capability.HISTORY)) {
            history(election);
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
        Deadline deadline = Deadline.after(TimeSource.system(), timeout);
        Optional<Status> seen = Optional.empty();
        while (seen.isEmpty() && !deadline.hasPassed() && !isHopeless(failure.get())) {
            seen = view.awaitAttempt(Instant.EPOCH, GLANCE);
        }
        troubles.close();
        return seen.orElseThrow(() -> unanswered(failure.get()));
    }

    /** Waits until the view has looked once, and tells whether it has within that time. */
    public boolean awaitFirst(ElectionView view, Duration within) throws InterruptedException {
        return view.awaitAttempt(Instant.EPOCH, within).isPresent();
    }

    /** Returns how long a call to the store may take. */
    public Duration timeout() {
        return timeout;
    }

    private static boolean isHopeless(@Nullable StoreException failure) {
        return failure != null && failure.kind() == StoreException.Kind.MISCONFIGURED;
    }

    private CommandFailure unanswered(@Nullable StoreException failure) {
        return failure != null
                ? CommandFailure.of(failure)
                : new CommandFailure(
                        ExitStatus.UNREACHABLE,
                        "the " + store.name() + " store did not answer within " + Durations.show(timeout)
                                + ": check that it is there, or give it longer with --timeout");
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
