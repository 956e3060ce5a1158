package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One process that may lead: owns the loop, the threads and the store that all its elections share. Thread-safe. */
public final class Node implements Candidate {
    private final LeaseStore store;
    private final Identity identity;
    private final Settings settings;
    private final ThreadLoop loop;
    private final ElasticPool relayPool;
    private final Map<String, StandingElection> elections = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock closing = new ReentrantLock();
    private final @Nullable Closer shutdownHook;

    /**
     * How a candidate behaves in all its elections.
     *
     * @param timing how long a lease is good and how it is kept
     * @param grace how long work that was asked to finish may go on
     * @param closesStore whether the store is closed with the candidate
     * @param releasesOnShutdown whether a JVM that shuts down normally closes the candidate first
     */
    public record Settings(Timing timing, Duration grace, boolean closesStore, boolean releasesOnShutdown) {}

    private Node(LeaseStore store, Identity identity, Settings settings) {
        this.store = store;
        this.identity = identity;
        this.settings = settings;
        this.loop = new ThreadLoop(identity.name());
        this.relayPool = new ElasticPool("tenure-relay-" + identity.name(), 1);
        this.shutdownHook = settings.releasesOnShutdown() ? Closer.atShutdown(this::closeFully) : null;
    }

    /** Starts a candidate that stands in no election yet. */
    public static Node start(LeaseStore store, Identity identity, Settings settings) {
        return new Node(store, identity, settings);
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public Election stand(String election) {
        requireNonNull(election, "election");
        if (election.isBlank()) {
            throw new IllegalArgumentException("the election has no name: give it one, such as 'payroll'");
        }
        store.checkName(election);
        Setup setup = new Setup(
                election,
                identity,
                settings.timing(),
                settings.grace(),
                store.capabilities().contains(Capability.STORE_CLOCK));
        StandingElection standing =
                new StandingElection(setup, store, loop, relayPool, over -> elections.remove(election, over));
        StandingElection there =
                elections.merge(election, standing, (earlier, later) -> earlier.isOver() ? later : earlier);
        if (there != standing) {
            throw new IllegalStateException(
                    there.isClosing()
                            ? "'" + identity.name() + "' is still closing '" + election
                                    + "': stand again when its work has ended"
                            : "'" + identity.name() + "' stands in '" + election + "' already");
        }
        if (closed.get()) {
            elections.remove(election, standing);
            throw new IllegalStateException("'" + identity.name() + "' is closed: start another candidate");
        }
        standing.start();
        return standing;
    }

    @Override
    public void close() {
        if (elections.values().stream().anyMatch(StandingElection::isOwnWork)) {
            Closer.inBackground(this::closeFully);
        } else {
            closeFully();
        }
    }

    /** Whoever comes second waits for the first: a JVM must not halt while another thread still releases. */
    private void closeFully() {
        closing.lock();
        try {
            if (closed.compareAndSet(false, true)) {
                closeElections();
                loop.close();
                closeStore();
            }
        } finally {
            closing.unlock();
        }
    }

    /** The relay comes last: a listener may be the one that closes, and is then interrupted there. */
    private void closeStore() {
        try {
            if (settings.closesStore()) {
                store.close();
            }
        } finally {
            relayPool.close();
            if (shutdownHook != null) {
                shutdownHook.forget();
            }
        }
    }

    private void closeElections() {
        List<StandingElection> open = List.copyOf(elections.values());
        open.forEach(StandingElection::beginClose);
        open.forEach(StandingElection::awaitClose);
        open.forEach(StandingElection::abandon);
        elections.clear();
    }
}
