package dev.tenure.simulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that exists in one run: machines, network, store, and the checkers that watch them. */
final class Cluster {
    private static final long WALL_START_MILLIS = 1_767_225_600_000L;
    private static final long MINUTE_MILLIS = 60_000;
    private static final long MILLI = 1_000_000L;
    private static final int MOST_AT_ONCE = 10_000;

    private final Draw draw;
    private final VirtualTime time = new VirtualTime();
    private final Findings findings = new Findings();
    private final Scenario scenario;
    private final Trace trace;
    private final Network network;
    private final Records records;
    private final List<Machine> machines = new ArrayList<>();
    private final OneLeader leaders = new OneLeader(findings);
    private final WorkAlone works = new WorkAlone(findings);
    private final GrowingTokens tokens = new GrowingTokens(findings);
    private final ReleaseAfterWork releases = new ReleaseAfterWork(findings);
    private final HooksFirst hooks = new HooksFirst(findings);
    private final Petitions petitions = new Petitions(findings);
    private final FencedResource resource = new FencedResource(findings);
    private final Newcomers newcomers = new Newcomers(this);
    private final List<Newcomers.Present> atOnce = new ArrayList<>();
    private int starts;
    private boolean healed;
    private boolean hanging;

    Cluster(long seed, Options options) {
        this.draw = new Draw(seed);
        this.scenario = Scenario.drawn(draw, options);
        this.trace = new Trace(time, seed, options.traced());
        this.network = new Network(time, draw, trace, scenario);
        this.records = new Records(scenario, time, clock(true));
        List<Part> parts = scenario.parts(draw);
        for (int number = 1; number <= scenario.machines(); number++) {
            // Fewer names than machines: names are for people, and must not matter.
            String name = "node-" + (char) ('a' + draw.below(2));
            machines.add(new Machine(number, parts.get(number - 1), name, clock(false)));
        }
        time.aroundEvents(this::check);
        trace.note("run", "fault", seed, scenario::toString);
    }

    /** Some monotonic clocks overflow during a run, some wall clocks are minutes off. */
    private SimClock clock(boolean judges) {
        long nanos = draw.chance(30) ? Long.MAX_VALUE - draw.between(0, 200_000 * MILLI) : draw.seed();
        boolean right = scenario.clocks().wallIsRight() || draw.chance(50);
        long wallOff = right ? 0 : draw.between(-10 * MINUTE_MILLIS, 10 * MINUTE_MILLIS);
        return new SimClock(time, scenario.rates(draw, judges), nanos, WALL_START_MILLIS + wallOff);
    }

    private void check() {
        long now = time.now();
        if (time.atOnce() == MOST_AT_ONCE) {
            findings.add(Check.TIME_PASSES, now, "something goes round in circles");
        }
        atOnce.clear();
        for (Machine machine : machines) {
            Instance instance = machine.instance();
            if (instance != null && instance.holds()) {
                atOnce.add(Newcomers.Present.leading(instance));
                checkLeader(instance, now);
            }
        }
        leaders.leading(newcomers.clash(atOnce), now);
        atOnce.clear();
        for (Machine machine : machines) {
            Instance instance = machine.instance();
            if (instance != null && instance.works()) {
                atOnce.add(Newcomers.Present.working(instance));
            }
        }
        works.working(newcomers.clash(atOnce), now);
    }

    private void checkLeader(Instance leader, long now) {
        if (leader.leadsDuringHook()) {
            hooks.leadsDuringHook(leader.label(), now);
        }
        if (leader.leadsStalled()) {
            findings.add(Check.PROGRESS, now, leader.label() + " leads although its work makes no progress");
        }
    }

    /** Tells whether a candidate that knows nothing may start: nobody can be hurt if nobody is there. */
    boolean isSafeToStart() {
        return records.isSafeToStart() || (records.isWhole() && contenders().isEmpty());
    }

    /** Starts a candidate on a machine that has none. */
    Instance start(Machine machine) {
        return start(new Instance(this, machine, ++starts, null), machine);
    }

    /** Lets the process that was last closed on a machine stand again, with what it remembers. */
    Instance standAgain(Machine machine, Instance earlier) {
        return start(new Instance(this, machine, ++starts, earlier), machine);
    }

    private Instance start(Instance started, Machine machine) {
        if (records.hasLost()) {
            newcomers.came();
        }
        machine.runs(started);
        started.start();
        return started;
    }

    /** Starts a candidate on each machine that has none. */
    void startMissing() {
        for (Machine machine : machines) {
            if (machine.instance() == null) {
                start(machine);
            }
        }
    }

    /** Returns the processes that exist, whatever their state. */
    List<Instance> instances() {
        List<Instance> all = new ArrayList<>();
        for (Machine machine : machines) {
            Instance instance = machine.instance();
            if (instance != null) {
                all.add(instance);
            }
        }
        return all;
    }

    /** Returns the processes that stand, able to lead or not. */
    List<Instance> candidates() {
        return instances().stream()
                .filter(instance -> !instance.stance().observes())
                .toList();
    }

    /** Returns the processes that may lead, well or not. */
    List<Instance> contenders() {
        return candidates().stream()
                .filter(instance -> instance.stance().part() != Part.UNABLE)
                .toList();
    }

    /** Returns the processes that would lead well. */
    List<Instance> fit() {
        return instances().stream()
                .filter(instance -> instance.stance().isFit())
                .toList();
    }

    /** Tells whether leadership moves for ever: to a candidate that comes first and always fails, and away again. */
    boolean isRestless() {
        return scenario.has(Feature.ROSTER) && machines.stream().anyMatch(machine -> machine.part() == Part.FAILING);
    }

    /** Returns the process that leads at this instant, or null. */
    @Nullable Instance leader() {
        for (Instance instance : instances()) {
            if (instance.leads()) {
                return instance;
            }
        }
        return null;
    }

    /** Delivers a wake-up of the store: soon, late or never. */
    void push(Instance to, Runnable wakeUp) {
        if (!healed && (draw.chance(15) || network.isCutOff(to.machine()))) {
            return;
        }
        long delay = draw.between(0, healed ? 2 * MILLI : 500 * MILLI);
        time.after(delay, () -> to.threads().run(wakeUp));
    }

    /** Ends all trouble: from now on everything works as it should. */
    void heal() {
        healed = true;
        trace.note("run", "fault", 0, () -> "everything is healed");
        network.heal();
        for (Machine machine : machines) {
            if (machine.isAsleep()) {
                machine.wake(false);
            }
        }
        for (Instance instance : instances()) {
            instance.resume(false);
            instance.heal();
            instance.able(true);
        }
    }

    boolean workMayFail() {
        return !healed && scenario.has(Fault.BAD_WORK);
    }

    /** Tells whether work that is cancelled now may go on for longer than it should. */
    boolean workMayHang() {
        return healed ? hanging : scenario.has(Fault.BAD_WORK);
    }

    void letWorkHang(boolean allowed) {
        hanging = allowed;
    }

    boolean isHealed() {
        return healed;
    }

    Draw draw() {
        return draw;
    }

    VirtualTime time() {
        return time;
    }

    Findings findings() {
        return findings;
    }

    Scenario scenario() {
        return scenario;
    }

    Trace trace() {
        return trace;
    }

    Network network() {
        return network;
    }

    Records records() {
        return records;
    }

    List<Machine> machines() {
        return machines;
    }

    /** Takes in that a candidate announced a term: tokens grow, but for that of a lost term beside a newcomer's. */
    void announced(String who, long token) {
        if (!newcomers.excuse(token)) {
            tokens.announced(who, token, time.now());
        }
    }

    Newcomers newcomers() {
        return newcomers;
    }

    GrowingTokens tokens() {
        return tokens;
    }

    ReleaseAfterWork releases() {
        return releases;
    }

    HooksFirst hooks() {
        return hooks;
    }

    Petitions petitions() {
        return petitions;
    }

    FencedResource resource() {
        return resource;
    }
}
