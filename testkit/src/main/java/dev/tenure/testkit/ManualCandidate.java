package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionBuilder;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Hook;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Settings;
import dev.tenure.Shards;
import dev.tenure.Successor;
import dev.tenure.Timing;
import dev.tenure.spi.TimeSource;
import dev.tenure.testing.ManualLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * A candidate whose elections a test decides: what it stands in is a {@link ManualElection}, found by
 * {@link #election(String)}. For tests of code that takes a {@link Candidate}. Thread-safe.
 *
 * <p>It is the engine itself, on a store in memory that grants a term when the test says so, and in a time that stands
 * still until the test moves it. So events, causes, hooks, rosters, requests and history are those of production.
 */
public final class ManualCandidate implements Candidate {
    /** A little more than the engine waits before it follows a wake-up. */
    private static final int PARTS_OF_INTERVAL = 8;

    final ManualStore store = new ManualStore();
    final ManualRuntime runtime;
    final Duration grace;
    private final Candidate engine;
    private final Map<String, ManualElection> elections = new LinkedHashMap<>(); // guarded by itself

    /** Makes a candidate of the given name that stands in no election yet, and gives its work no grace. */
    public ManualCandidate(String name) {
        this(name, Duration.ZERO);
    }

    /** Makes a candidate whose work may go on for the grace when it is asked to finish. */
    public ManualCandidate(String name, Duration grace) {
        this(name, grace, Instant.ofEpochMilli(TimeSource.system().wallMillis()));
    }

    /** Makes a candidate likewise, for whom it is the given time: for tests of {@link Election#leadAt}. */
    public ManualCandidate(String name, Duration grace, Instant start) {
        this.runtime = new ManualRuntime(store::wakeAll, store::claimWasInVain, requireNonNull(start, "start"));
        this.grace = requireNonNull(grace, "grace");
        this.engine = ManualLoop.start(
                runtime,
                store,
                Identity.ofInstance(UUID.randomUUID().toString()).withName(requireNonNull(name, "name")),
                Settings.of(Timing.balanced()),
                grace);
    }

    // ---- what the test decides

    /**
     * Returns the election of this name, for the test to decide.
     *
     * @throws IllegalStateException if this candidate never stood in it
     */
    public ManualElection election(String election) {
        synchronized (elections) {
            ManualElection found = elections.get(election);
            if (found == null) {
                throw new IllegalStateException("'" + identity().name() + "' does not stand in '" + election
                        + "'; it stands in " + elections.keySet());
            }
            return found;
        }
    }

    /** Has another candidate stand in an election, able to lead, so that this one can hand over to it. */
    public void addCandidate(String election, String candidate) {
        store.addOther(election, candidate);
        runtime.advance(interval().multipliedBy(2)); // seen twice, it is seen to be alive
    }

    /**
     * Has another candidate lead an election, in its own term with its own token.
     *
     * @throws IllegalStateException if this candidate leads: resign or lose it first
     */
    public void leaderIs(String election, String candidate) {
        if (store.lease(election) != null && !store.isLedByOther(election)) {
            throw new IllegalStateException("this candidate leads '" + election + "' already: resign or lose it first");
        }
        store.elect(election, store.addOther(election, candidate));
        followWakeUps();
    }

    /**
     * Has the other candidate that leads an election release it, so that nobody leads; does nothing if there is none.
     */
    public void leaderIsGone(String election) {
        store.releaseOther(election);
        followWakeUps();
    }

    /**
     * Lets time pass: pauses of {@link Election#leadEvery} and {@link dev.tenure.Term#pause} that are over end, and
     * work that made no progress for {@link ElectionBuilder#stallAfter} loses its term. Does not wait for what the work
     * does then; {@link ManualElection#settle} does.
     */
    public void elapse(Duration length) {
        if (length.isNegative()) {
            throw new IllegalArgumentException("time does not go back by " + length);
        }
        if (elections().stream().anyMatch(Election::isLeader)) {
            runtime.pass(length);
        } else {
            runtime.leap(length);
        }
    }

    /** Steps the wall clock only, ahead or back, as a person or a time server does. */
    public void stepWall(Duration step) {
        runtime.stepWall(step);
    }

    /** Lets just as much time pass as the engine waits before it looks at what has changed. */
    void followWakeUps() {
        runtime.advance(interval().dividedBy(PARTS_OF_INTERVAL));
    }

    Duration interval() {
        return settings().timing().interval();
    }

    // ---- what the application asks

    @Override
    public Identity identity() {
        return engine.identity();
    }

    @Override
    public ElectionBuilder prepare(String election) {
        return new Builder(engine.prepare(election));
    }

    /** Prepares an election of the engine, which the test then decides. */
    private final class Builder implements ElectionBuilder {
        private final ElectionBuilder builder;

        Builder(ElectionBuilder builder) {
            this.builder = builder;
        }

        @Override
        public ElectionBuilder onAcquire(Hook hook) {
            builder.onAcquire(hook);
            return this;
        }

        @Override
        public ElectionBuilder onLose(Hook hook) {
            builder.onLose(hook);
            return this;
        }

        @Override
        public ElectionBuilder stallAfter(Duration silence) {
            builder.stallAfter(silence);
            return this;
        }

        @Override
        public Election stand() {
            return keep(new ManualElection(ManualCandidate.this, builder.stand()));
        }
    }

    /** Stands in an election of which the caller makes a manual one. */
    Election standInEngine(String election) {
        return engine.stand(election);
    }

    private ManualElection keep(ManualElection election) {
        synchronized (elections) {
            elections.put(election.name(), election);
        }
        return election;
    }

    /** Stands in as many elections named {@code SET/0} and so on; the test decides each. */
    @Override
    public Shards standForShards(String set, int count) {
        Shards shards = engine.standForShards(set, count);
        return new ManualShards(
                shards,
                shards.elections().stream()
                        .map(shard -> keep(new ManualElection(this, shard)))
                        .toList());
    }

    @Override
    public ElectionView observe(String election) {
        ElectionView view = engine.observe(election);
        followWakeUps();
        return view;
    }

    @Override
    public List<Election> elections() {
        synchronized (elections) {
            return engine.elections().stream()
                    .<Election>map(
                            election -> elections.getOrDefault(election.name(), new ManualElection(this, election)))
                    .toList();
        }
    }

    @Override
    public List<ElectionView> observed() {
        return engine.observed();
    }

    @Override
    public List<RosterMember> roster(String election, Duration timeout) {
        followWakeUps();
        return engine.roster(election, timeout);
    }

    @Override
    public List<HistoryEntry> history(String election, Duration timeout) {
        return engine.history(election, timeout);
    }

    /** Has the leader resign at once, this candidate or another one. */
    @Override
    public void requestResign(String election, Duration timeout) {
        engine.requestResign(election, timeout);
        answerRequest(election);
    }

    /** Has the leader resign at once, and the successor lead. */
    @Override
    public void requestTransfer(String election, Successor successor, Duration timeout) {
        engine.requestTransfer(election, successor, timeout);
        boolean byOther = store.isLedByOther(election);
        answerRequest(election);
        if (byOther && successor.is(identity())) {
            election(election).acquire();
        }
    }

    private void answerRequest(String election) {
        store.releaseOther(election);
        runtime.advance(interval());
    }

    @Override
    public Settings settings() {
        return engine.settings();
    }

    @Override
    public void reconfigure(UnaryOperator<Settings> change) {
        engine.reconfigure(change);
    }

    @Override
    public boolean isAlive() {
        return engine.isAlive();
    }

    @Override
    public void close() {
        engine.close();
        runtime.run();
    }

    @Override
    public String toString() {
        return engine.toString();
    }
}
