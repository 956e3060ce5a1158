package dev.tenure.simulator.cluster;

import dev.tenure.Identity;
import dev.tenure.simulator.checks.AcquireHookChecker;
import dev.tenure.simulator.checks.CandidateKnowledge;
import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.checks.FencedResource;
import dev.tenure.simulator.checks.Findings;
import dev.tenure.simulator.checks.OverlapChecker;
import dev.tenure.simulator.checks.ReleaseOrderChecker;
import dev.tenure.simulator.checks.RequestChecker;
import dev.tenure.simulator.checks.TakeoverDelayChecker;
import dev.tenure.simulator.checks.TokenOrderChecker;
import dev.tenure.simulator.scenario.CandidateKind;
import dev.tenure.simulator.scenario.FaultKind;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.scenario.FurtherFeatures;
import dev.tenure.simulator.scenario.PeerChannelSetup;
import dev.tenure.simulator.scenario.RunOptions;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.scenario.StoreKind;
import dev.tenure.simulator.store.ChoosingGroup;
import dev.tenure.simulator.store.ReplicatedServers;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The cluster of one run: machines, network, store, and the checkers that watch them. */
public final class Cluster {
    private static final long MILLI = 1_000_000L;
    private static final int MOST_EVENTS_PER_INSTANT = 10_000;

    private final SeededRandom random;
    private final VirtualTime time = new VirtualTime();
    private final Findings findings = new Findings();
    private final StoreKind storeKind;
    private final Scenario scenario;
    private final FurtherFeatures further;
    private final RunTrace trace;
    private final Network network;
    private final SimStore store;
    private final List<Machine> machines = new ArrayList<>();
    private final OverlapChecker leaders = new OverlapChecker(Check.ONE_LEADER, "lead", findings);
    private final OverlapChecker works = new OverlapChecker(Check.WORK_ALONE, "work", findings);
    private final @Nullable PeerNetwork peers;
    private final ShardSet shards;
    private final TokenOrderChecker tokens = new TokenOrderChecker(findings);
    private final Map<String, TokenOrderChecker> sideTokens = new HashMap<>();
    private final ReleaseOrderChecker releases = new ReleaseOrderChecker(findings);
    private final TakeoverDelayChecker takeovers;
    private final AcquireHookChecker hooks = new AcquireHookChecker(findings);
    private final RequestChecker requests = new RequestChecker(SimStore.ELECTION, findings);
    private final FencedResource resource = new FencedResource(findings);
    private final LostTermExemptions exemptions = new LostTermExemptions(this);
    private final List<LostTermExemptions.ActiveTerm> active = new ArrayList<>();
    private int starts;
    private boolean healed;
    private boolean hanging;

    public Cluster(long seed, RunOptions options) {
        this.random = new SeededRandom(seed);
        this.storeKind = StoreKind.draw(seed);
        Scenario drawn = storeKind.appliedTo(Scenario.draw(random, options));
        SeededRandom furtherRandom = FurtherFeatures.random(seed);
        this.further = FurtherFeatures.draw(furtherRandom, drawn, storeKind);
        this.scenario = further.appliedTo(drawn);
        this.peers = further.channel() == null ? null : new PeerNetwork(this, furtherRandom);
        this.shards = new ShardSet(this, furtherRandom, leaders);
        this.takeovers = new TakeoverDelayChecker(scenario.takeoverDelay(), findings);
        this.trace = new RunTrace(time, seed, options.traced());
        this.network = new Network(time, random, trace, scenario);
        ClusterParts parts = new ClusterParts(storeKind, scenario, time, random);
        this.store = new SimStore(
                scenario, time, parts.clock(true), parts.servers(this::noteOfStore), parts.group(this::noteOfStore));
        List<CandidateKind> kinds = scenario.kinds(random);
        for (int number = 1; number <= scenario.machines(); number++) {
            // Fewer names than machines, because names need not be unique.
            String name = "node-" + (char) ('a' + random.below(2));
            machines.add(new Machine(number, kinds.get(number - 1), name, parts.clock(false)));
        }
        store.contested(() -> !healed && random.chance(10));
        time.aroundEvents(this::check);
        trace.note("run", "fault", seed, () -> storeKind + " " + scenario + " " + further);
    }

    private void noteOfStore(String what) {
        trace.note("store", "fault", what.hashCode(), () -> what);
    }

    private void check() {
        long now = time.now();
        if (time.eventsAtThisInstant() == MOST_EVENTS_PER_INSTANT) {
            findings.add(Check.TIME_PASSES, now, "virtual time does not advance");
        }
        active.clear();
        for (Machine machine : machines) {
            CandidateProcess process = machine.process();
            if (process != null && process.holds()) {
                active.add(LostTermExemptions.ActiveTerm.leading(process));
                checkLeader(process, now);
            }
        }
        leaders.active(exemptions.firstOverlap(active), now);
        active.clear();
        for (Machine machine : machines) {
            CandidateProcess process = machine.process();
            if (process != null && process.works()) {
                active.add(LostTermExemptions.ActiveTerm.working(process));
            }
        }
        works.active(exemptions.firstOverlap(active), now);
        for (int index = 0; index < scenario.sideElections(); index++) {
            leaders.active(leadersAside(index), now);
        }
        shards.check(now);
    }

    /** Returns the labels of the processes that lead in a side election. */
    public List<String> leadersAside(int index) {
        List<String> labels = new ArrayList<>(1);
        for (Machine machine : machines) {
            CandidateProcess process = machine.process();
            if (process != null && process.answers() && process.sides().leads(index)) {
                labels.add(process.label());
            }
        }
        return labels;
    }

    private void checkLeader(CandidateProcess leader, long now) {
        if (leader.leadsDuringHook()) {
            hooks.leadsDuringHook(leader.label(), now);
        }
        if (leader.leadsStalled()) {
            findings.add(Check.PROGRESS, now, leader.label() + " leads although its work makes no progress");
        }
    }

    /** Tells whether a candidate without knowledge of earlier terms may start; it always may if no other can lead. */
    public boolean isSafeToStart() {
        return store.isSafeToStart() || (store.showsLastTerm() && contenders().isEmpty());
    }

    /** Starts a candidate on a machine that has none. */
    public CandidateProcess start(Machine machine) {
        return start(new CandidateProcess(this, machine, ++starts, null), machine);
    }

    /** Lets the candidate that was last closed on a machine stand again, with the knowledge it had. */
    public CandidateProcess standAgain(Machine machine, CandidateProcess earlier) {
        return start(new CandidateProcess(this, machine, ++starts, earlier), machine);
    }

    private CandidateProcess start(CandidateProcess started, Machine machine) {
        if (store.mayLostTermBeCurrent()) {
            exemptions.newcomerStarted();
        }
        machine.start(started);
        started.start();
        return started;
    }

    /** Starts a candidate on each machine that has none. */
    public void startMissing() {
        for (Machine machine : machines) {
            if (machine.process() == null) {
                start(machine);
            }
        }
    }

    /** Returns the processes that run, whatever their state. */
    public List<CandidateProcess> processes() {
        List<CandidateProcess> all = new ArrayList<>();
        for (Machine machine : machines) {
            CandidateProcess process = machine.process();
            if (process != null) {
                all.add(process);
            }
        }
        return all;
    }

    /** Returns the processes that do not only observe. */
    public List<CandidateProcess> candidates() {
        return processes().stream()
                .filter(process -> !process.setup().observes())
                .toList();
    }

    /** Returns the processes that may lead, fit or failing. */
    public List<CandidateProcess> contenders() {
        return candidates().stream()
                .filter(process -> process.setup().kind() != CandidateKind.UNABLE)
                .toList();
    }

    /** Returns the processes that are fit to lead. */
    public List<CandidateProcess> fit() {
        return processes().stream().filter(process -> process.setup().isFit()).toList();
    }

    /** Tells whether leadership never settles, because a candidate that comes first always fails. */
    public boolean neverSettles() {
        return scenario.has(Feature.ROSTER)
                && machines.stream().anyMatch(machine -> machine.kind() == CandidateKind.FAILING);
    }

    /** Tells whether the condition holds for what each process has read from the store. */
    public boolean allKnow(Predicate<CandidateKnowledge> condition) {
        return processes().stream().map(CandidateProcess::knowledge).allMatch(condition);
    }

    /** Returns the process that leads at this instant, or null. */
    public @Nullable CandidateProcess leader() {
        for (CandidateProcess process : processes()) {
            if (process.leads()) {
                return process;
            }
        }
        return null;
    }

    /** Delivers a wake-up of the store soon, late or never. */
    void push(CandidateProcess to, Runnable wakeUp) {
        if (!healed && (random.chance(15) || network.isCutOff(to.machine()))) {
            return;
        }
        long delay = random.between(0, healed ? 2 * MILLI : 500 * MILLI);
        time.after(delay, () -> to.threads().run(wakeUp));
    }

    /** Ends all faults. */
    public void heal() {
        healed = true;
        trace.note("run", "fault", 0, () -> "everything is healed");
        network.heal();
        ReplicatedServers servers = store.servers();
        if (servers != null) {
            servers.heal();
        }
        ChoosingGroup group = store.group();
        if (group != null) {
            group.heal();
        }
        for (Machine machine : machines) {
            if (machine.isAsleep()) {
                machine.wake(false);
            }
        }
        for (CandidateProcess process : processes()) {
            process.resume(false);
            process.heal();
            process.able(true);
        }
        if (peers != null) {
            peers.heal();
        }
    }

    boolean workMayFail() {
        return !healed && scenario.has(FaultKind.BAD_WORK);
    }

    /** Tells whether cancelled work may continue beyond the allowed time. */
    boolean workMayHang() {
        return healed ? hanging : scenario.has(FaultKind.BAD_WORK);
    }

    public void letWorkHang(boolean allowed) {
        hanging = allowed;
    }

    public boolean isHealed() {
        return healed;
    }

    public SeededRandom random() {
        return random;
    }

    public VirtualTime time() {
        return time;
    }

    public Findings findings() {
        return findings;
    }

    public Scenario scenario() {
        return scenario;
    }

    public FurtherFeatures further() {
        return further;
    }

    /** Returns the network of the peer channel, or null if this run has none. */
    public @Nullable PeerNetwork peers() {
        return peers;
    }

    /** Returns the identity with the address at which its machine can be asked, if there is a peer channel. */
    Identity addressed(Identity identity, Machine machine) {
        return peers == null ? identity : identity.withAddress(PeerNetwork.addressOf(machine));
    }

    /** Submits a request of an operator, by the store or over the peer channel. */
    public void submit(Request request) {
        PeerChannelSetup channel = further.channel();
        if (peers != null && channel != null && channel.carriesRequests()) {
            peers.submit(request);
        } else {
            store.submit(request);
        }
    }

    public ShardSet shards() {
        return shards;
    }

    public StoreKind storeKind() {
        return storeKind;
    }

    public RunTrace trace() {
        return trace;
    }

    public Network network() {
        return network;
    }

    public SimStore store() {
        return store;
    }

    public List<Machine> machines() {
        return machines;
    }

    /** Checks the token of a granted term, unless it is exempt. */
    void granted(String candidate, long token, long decidedNanos) {
        exemptions.granted(token, decidedNanos);
        if (!exemptions.exempts(token)) {
            tokens.granted(candidate, token, time.now());
        }
    }

    /** Checks the token of an announced term, unless it is exempt. */
    void announced(String candidate, long token) {
        takeovers.opened(candidate, token, time.now());
        if (!exemptions.exempts(token)) {
            tokens.announced(candidate, token, time.now());
        }
    }

    public LostTermExemptions exemptions() {
        return exemptions;
    }

    public TokenOrderChecker tokens() {
        return tokens;
    }

    TokenOrderChecker sideTokens(String election) {
        return sideTokens.computeIfAbsent(election, side -> new TokenOrderChecker(findings));
    }

    TakeoverDelayChecker takeovers() {
        return takeovers;
    }

    ReleaseOrderChecker releases() {
        return releases;
    }

    AcquireHookChecker hooks() {
        return hooks;
    }

    public RequestChecker requests() {
        return requests;
    }

    FencedResource resource() {
        return resource;
    }
}
