package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.ElectionBuilder;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Settings;
import dev.tenure.Shards;
import dev.tenure.Successor;
import dev.tenure.Timing;
import dev.tenure.internal.events.EventLog;
import dev.tenure.internal.events.HistoryWriter;
import dev.tenure.internal.fleet.ReadinessCheck;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.fleet.ShardNames;
import dev.tenure.internal.fleet.ShardShare;
import dev.tenure.internal.fleet.SuccessorOrder;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.internal.recording.FlightRecording;
import dev.tenure.internal.runtime.CandidateRuntime;
import dev.tenure.internal.runtime.CandidateThreads;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.RenewalBatches;
import dev.tenure.internal.runtime.ThreadLoop;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One process that may lead: owns the loop, the threads and the store that all its elections share. Thread-safe. */
public final class RunningCandidate implements Candidate {
    private static final Duration ALIVE_WITHIN = Duration.ofSeconds(1);

    private final LeaseStore store;
    private final StoreProperties storeProperties;
    private final CandidateOptions options;
    private final CandidateRuntime runtime;
    private final EventLoop loop;
    private final SharedServices shared;
    private final OperatorCalls operatorCalls;
    private final @Nullable ReadinessCheck readiness;
    private final Map<String, StandingElection> elections = new ConcurrentHashMap<>();
    private final Set<StandingElection> observed = ConcurrentHashMap.newKeySet();
    private final EarlierStands earlierStands = new EarlierStands();
    private final Map<String, StandingShards> shardSets = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock closing = new ReentrantLock();
    private final Object reconfiguring = new Object();
    private final @Nullable CandidateCloser shutdownHook;
    private volatile Settings settings;
    private volatile Identity identity;

    private RunningCandidate(
            LeaseStore store, Identity self, Settings settings, CandidateOptions options, CandidateRuntime runtime) {
        this.store = store;
        this.storeProperties = StoreProperties.of(store);
        this.identity = self;
        this.settings = settings;
        this.options = options;
        this.runtime = runtime;
        this.loop = runtime.loop();
        Random random = new Random();
        this.shared = new SharedServices(
                store,
                loop,
                runtime.listenerPool(),
                new RosterSync(store, loop, this::self, random),
                new EventLog(self.name(), store.name(), loop),
                new HistoryWriter(store, loop, this::identity, () -> timing().callTimeout()),
                new RenewalBatches(store, loop, ThreadLoop.CALL_THREADS),
                this::preference,
                random);
        this.operatorCalls = new OperatorCalls(store, this::identity, loop.time());
        BooleanSupplier ableToLead = options.ableToLead();
        this.readiness = ableToLead == null
                ? null
                : new ReadinessCheck(ableToLead, loop, runtime.readinessPool(), this::timing, this::ableChanged);
        this.shutdownHook = options.releasesOnShutdown() ? CandidateCloser.atShutdown(this::closeFully) : null;
    }

    /** Starts a candidate that stands in no election yet. */
    public static RunningCandidate start(
            LeaseStore store, Identity identity, Settings settings, CandidateOptions options) {
        store.checkTiming(settings.timing());
        StoreProperties.of(store); // a store that cannot say what it is able to do throws before there are threads
        return start(store, identity, settings, options, new CandidateThreads(identity.name()));
    }

    /** Starts a candidate likewise, on the given loop and threads, which it closes. */
    public static RunningCandidate start(
            LeaseStore store, Identity self, Settings settings, CandidateOptions options, CandidateRuntime runtime) {
        RunningCandidate node = new RunningCandidate(FlightRecording.around(store), self, settings, options, runtime);
        if (node.readiness != null) {
            node.loop.execute(node.readiness::ask);
        }
        return node;
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    private Timing timing() {
        return settings.timing();
    }

    private RosterSync.Self self() {
        Settings now = settings;
        return new RosterSync.Self(identity(), now.priority(), options.version(), now.timing());
    }

    private SuccessorOrder preference() {
        return new SuccessorOrder(identity.instance(), settings.priority(), options.version(), options.prefersNewest());
    }

    @Override
    public void reconfigure(UnaryOperator<Settings> change) {
        requireOpen();
        synchronized (reconfiguring) {
            Settings changed = requireNonNull(change.apply(settings), "settings");
            store.checkTiming(changed.timing());
            StoreChecks.requireRoster(store, changed.priority(), options.prefersNewest());
            settings = changed;
            identity = identity.withAddress(changed.address());
        }
        loop.execute(() -> {
            Input.Reconfigure news = present();
            elections.values().forEach(election -> election.reconfigure(news));
            observed.forEach(election -> election.reconfigure(news));
            shared.rosterSync().soon();
        });
    }

    /** Returns how this candidate is configured now. Read on the loop, so that a start there misses no change. */
    private Input.Reconfigure present() {
        return new Input.Reconfigure(identity, settings.timing());
    }

    private void ableChanged(boolean able, String why) {
        Input.Able news = new Input.Able(able, why);
        elections.values().forEach(election -> election.able(news));
        shared.rosterSync().soon();
    }

    // ---- standing and looking on

    @Override
    public ElectionBuilder prepare(String election) {
        return new PreparedElection(election, this::stand);
    }

    private Election stand(PreparedElection builder) {
        shared.renewals().capacity().require(elections.size() + 1, settings.timing());
        StandingElection standing = enter(builder, true);
        begin(standing);
        return standing;
    }

    @Override
    public ElectionView observe(String election) {
        check(election);
        requireOpen();
        CampaignSetup setup = setup(election, StandOptions.OBSERVING);
        PreparedElection none = new PreparedElection(election, this::stand);
        StandingElection looking = new StandingElection(setup, shared, none, false, observed::remove);
        observed.add(looking);
        if (closed.get()) {
            observed.remove(looking);
            requireOpen();
        }
        looking.start(this::present);
        return looking;
    }

    @Override
    public List<Election> elections() {
        return List.copyOf(byName(elections.values()));
    }

    @Override
    public List<ElectionView> observed() {
        return List.copyOf(byName(observed));
    }

    private static List<StandingElection> byName(Collection<StandingElection> all) {
        Comparator<StandingElection> names = Comparator.comparing(StandingElection::name);
        return all.stream().filter(each -> !each.isOver()).sorted(names).toList();
    }

    @Override
    public Shards standForShards(String set, int count) {
        check(set);
        if (count < 1) {
            throw new IllegalArgumentException("a set of " + count + " shards is none: give it at least one");
        }
        if (!store.capabilities().contains(Capability.ROSTER)) {
            throw new UnsupportedOperationException("the " + store.name()
                    + " store keeps no roster, so that shards cannot be shared out: stand in elections one by one, or"
                    + " use the peer channel, which adds a roster");
        }
        shared.renewals().capacity().require(elections.size() + count, settings.timing());
        List<StandingElection> shards = new ArrayList<>();
        try {
            for (int shard = 0; shard < count; shard++) {
                shards.add(enter(new PreparedElection(ShardNames.election(set, shard), this::stand), false));
            }
        } catch (RuntimeException refused) {
            shards.forEach(StandingElection::beginClose); // never started, and over at once
            throw refused;
        }
        ShardShare share = new ShardShare(set, identity, shards);
        StandingShards standing = new StandingShards(set, shards, share, shared, over -> shardSets.remove(set, over));
        shardSets.put(set, standing);
        standing.start(this::begin);
        return standing;
    }

    private void begin(StandingElection standing) {
        standing.start(this::present);
        if (readiness != null) {
            loop.execute(() -> standing.able(new Input.Able(readiness.isAble(), "not able to lead")));
        }
    }

    private void check(String election) {
        requireNonNull(election, "election");
        requireOpen();
        StoreChecks.requireOpen(store);
        StoreChecks.requireName(election);
        store.checkName(election);
    }

    private CampaignSetup setup(String election, StandOptions standing) {
        return new CampaignSetup(election, identity(), settings.timing(), options.grace(), storeProperties, standing);
    }

    private StandOptions options(PreparedElection builder) {
        boolean mayBePassedOver = settings.priority() != CandidateBuilder.DEFAULT_PRIORITY || options.prefersNewest();
        StandOptions standing = new StandOptions(
                false,
                readiness == null,
                mayBePassedOver && store.capabilities().contains(Capability.ROSTER),
                builder.acquireHook() != null,
                builder.loseHook() != null,
                builder.stallAfter());
        return standing.equals(StandOptions.PLAIN) ? StandOptions.PLAIN : standing; // thousands of elections share one
    }

    private StandingElection enter(PreparedElection builder, boolean ownRoster) {
        String election = builder.election();
        check(election);
        PrintableText.require("the election", election); // others' names may be observed, and are escaped where shown
        StandingElection earlier = elections.get(election);
        if (earlier != null && earlier.isOver()) {
            forget(earlier); // it will do so itself in a moment
        }
        StandingElection standing =
                new StandingElection(setup(election, options(builder)), shared, builder, ownRoster, this::forget);
        StandingElection there = elections.putIfAbsent(election, standing);
        if (there != null) {
            throw new IllegalStateException(
                    there.isClosing()
                            ? "'" + identity.name() + "' is still closing '" + election
                                    + "': stand again when its work has ended"
                            : "'" + identity.name() + "' stands in '" + election + "' already");
        }
        standing.continueFrom(earlierStands);
        if (closed.get()) {
            elections.remove(election, standing);
            requireOpen();
        }
        return standing;
    }

    /**
     * Forgets an election that is over; the next stand must know which lease it left to run out, and which leader it
     * saw.
     */
    private void forget(StandingElection over) {
        if (elections.get(over.name()) == over) {
            over.leaveTo(earlierStands);
            elections.remove(over.name(), over);
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("'" + identity.name() + "' is closed: start another candidate");
        }
    }

    @Override
    public String toString() {
        return "candidate " + identity.name() + " in " + elections.size() + " elections";
    }

    @Override
    public List<RosterMember> roster(String election, Duration timeout) {
        return operatorCalls.roster(election, timeout);
    }

    @Override
    public List<HistoryEntry> history(String election, Duration timeout) {
        return operatorCalls.history(election, timeout);
    }

    @Override
    public void requestResign(String election, Duration timeout) {
        operatorCalls.requestResign(election, null, timeout);
    }

    @Override
    public void requestTransfer(String election, Successor successor, Duration timeout) {
        operatorCalls.requestResign(election, requireNonNull(successor, "successor"), timeout);
    }

    @Override
    public boolean isAlive() {
        return runtime.answersWithin(ALIVE_WITHIN);
    }

    @Override
    public void close() {
        if (elections.values().stream().anyMatch(StandingElection::isOwnWork)) {
            CandidateCloser.inBackground(this::closeFully);
        } else {
            closeFully();
        }
    }

    /** A second close waits for the first: a JVM must not halt while another thread still releases. */
    private void closeFully() {
        closing.lock();
        try {
            if (closed.compareAndSet(false, true)) {
                closeElections();
                runtime.closeLoop();
                closeStore();
            }
        } finally {
            closing.unlock();
        }
    }

    private void closeStore() {
        try {
            if (options.closesStore()) {
                store.close();
            }
        } finally {
            runtime.close();
            if (shutdownHook != null) {
                shutdownHook.forget();
            }
        }
    }

    private void closeElections() {
        shardSets.values().forEach(StandingShards::beginClose);
        List<StandingElection> open = new ArrayList<>(elections.values());
        open.addAll(observed);
        open.forEach(StandingElection::beginClose);
        open.forEach(StandingElection::awaitClose);
        runtime.awaitQuiet(
                () -> shared.rosterSync().isIdle() && shared.historyWriter().isIdle(), timing().callTimeout());
        open.forEach(StandingElection::abandon);
        loop.execute(shared.eventLog()::close);
        elections.clear();
        observed.clear();
        shardSets.clear();
    }
}
