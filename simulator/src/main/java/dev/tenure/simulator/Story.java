package dev.tenure.simulator;

import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The course of a run: trouble, then healing and calm, then single mishaps in fine weather, then a good end.
 *
 * <p>During the trouble only safety is checked. Afterwards somebody must lead in time, keep its term in calm weather,
 * and be followed in time when it crashes, resigns or is closed.
 */
final class Story {
    private static final long MILLI = 1_000_000L;

    private final Cluster cluster;
    private final VirtualTime time;
    private final Draw draw;

    Story(Cluster cluster) {
        this.cluster = cluster;
        this.time = cluster.time();
        this.draw = cluster.draw();
    }

    void play() {
        cluster.machines().forEach(cluster::start);
        new Chaos(cluster).begin();
        pass(cluster.scenario().ttls().nanos() * (6 + draw.below(14)));
        List<Runnable> chapters = List.of(
                this::recover,
                this::keepCalm,
                this::loseAnAnswer,
                this::cutOff,
                this::crash,
                this::handOver,
                this::closeAll);
        for (Runnable chapter : chapters) {
            if (cluster.findings().isEmpty()) {
                chapter.run();
            }
        }
    }

    /** Everything is healed: somebody must lead soon, whatever state the trouble left behind. */
    private void recover() {
        cluster.heal();
        Bounds bounds = bounds();
        if (cluster.instances().stream().allMatch(Instance::isClosing)) {
            await(bounds.forEnding(), () -> cluster.instances().isEmpty());
        }
        if (cluster.isSafeToStart()) {
            startAll();
        }
        bounds = bounds();
        boolean ending = cluster.instances().stream().anyMatch(Instance::isEnding);
        long within = bounds.afterOutage(cluster.scenario().ttls().longest())
                + coolDown()
                + (ending ? bounds.forEnding() : 0);
        demandLeader(within, "after the outage");
        startAll();
    }

    /** In fine weather, with wake-ups raining down, a leader must keep its term. */
    private void keepCalm() {
        Instance leader = cluster.leader();
        if (leader == null) {
            return;
        }
        long token = leader.token();
        long calm = 3 * cluster.scenario().ttls().longest();
        for (Instance instance : cluster.instances()) {
            rain(instance, time.now() + calm);
        }
        pass(calm);
        if (cluster.findings().isEmpty() && (!leader.leads() || leader.token() != token)) {
            find(Check.CALM, leader.label() + " lost its term " + token + " in calm weather");
        }
    }

    private void rain(Instance instance, long untilNanos) {
        long gap = instance.trueLength(instance.timing().interval()) / 3;
        time.after(draw.between(0, gap), () -> {
            if (time.now() < untilNanos) {
                instance.nudge();
                rain(instance, untilNanos);
            }
        });
    }

    /**
     * The leader resigns, and the answer to the claim that follows is lost: whoever sent it must find that out soon.
     */
    private void loseAnAnswer() {
        Instance leader = cluster.leader();
        if (leader == null || cluster.instances().size() < 2) {
            return;
        }
        cluster.network().loseNextGrant();
        leader.resign();
        Bounds bounds = bounds();
        if (!await(
                bounds.forEnding() + bounds.afterRelease() + coolDown(),
                () -> !cluster.network().isToLoseGrant())) {
            find(Check.LEADER_IN_TIME, "nobody claimed after " + leader.label() + " resigned");
            return;
        }
        demandLeader(bounds.afterLostAnswer(), "after the answer to a claim was lost");
    }

    /**
     * The leader is cut off and all others are well: the next one takes over as early as the rules allow, so this is
     * where trust that lasts a little too long, or a wait that is a little too short, shows. The more so if the last
     * answer to the leader, or the looks of the others at its last renewal, took long.
     */
    private void cutOff() {
        Instance leader = cluster.leader();
        if (leader == null || cluster.instances().size() < 2) {
            return;
        }
        Bounds bounds = bounds();
        boolean answers = draw.chance(50);
        long slow = bounds.shortestCall() / 10 * 9;
        cluster.network().slowDown(leader.machine(), answers ? slow : 0, answers ? 0 : slow);
        long start = time.now();
        await(bounds.afterCrash(), () -> leader.confirmedNanos() > start || !leader.leads());
        cluster.network().slowDown(0, 0, 0);
        cluster.network().cutOff(leader.machine());
        cluster.letWorkHang(true);
        if (cluster.scenario().has(Fault.SLEEP)) {
            time.after(draw.between(0, leader.timing().ttl().toNanos()), () -> leader.nap(draw));
        }
        demandLeader(bounds.afterCut() + coolDown(), "after the leader was cut off");
        cluster.letWorkHang(false);
        cluster.network().reconnect(leader.machine());
        leader.endTroubledWork();
        pass(bounds.backOff());
    }

    private void crash() {
        Instance leader = cluster.leader();
        if (leader == null || cluster.instances().size() < 2) {
            return;
        }
        pass(draw.between(0, leader.timing().ttl().toNanos()));
        Bounds bounds = bounds();
        leader.vanish();
        demandLeader(bounds.afterCrash() + coolDown(), "after a crash");
        startAll();
    }

    /** The leader is closed: it must finish, and another must lead soon after its release. */
    private void handOver() {
        Instance leader = cluster.leader();
        if (leader == null || cluster.instances().size() < 2) {
            return;
        }
        pass(draw.between(0, leader.timing().ttl().toNanos()));
        long token = cluster.records().shown().lastToken();
        long coolDown = coolDown();
        Bounds bounds = bounds();
        leader.close();
        BooleanSupplier released = () -> !(cluster.records().shown() instanceof Sighting.Held held)
                || held.lease().token() != token;
        if (await(bounds.forEnding(), released)) {
            demandLeader(bounds.afterRelease() + coolDown, "after a release");
        } else {
            find(Check.CLOSE, leader.label() + " was closed, and did not release");
        }
    }

    /** Everybody is closed: all must finish, and leave nothing behind but a mark in the record. */
    private void closeAll() {
        List<Instance> all = cluster.instances();
        long within = bounds().forEnding();
        all.forEach(Instance::close);
        await(within, () -> all.stream().allMatch(Instance::isGone));
        for (Instance instance : all) {
            if (cluster.findings().isEmpty() && !instance.hasFinished()) {
                find(Check.CLOSE, instance.label() + " was closed, and did not finish");
            }
        }
        if (cluster.findings().isEmpty() && cluster.records().shown() instanceof Sighting.Held held) {
            find(Check.CLOSE, "everybody is closed, and the record still shows " + Words.of(held));
        }
    }

    // ---- helpers

    private void startAll() {
        for (Machine machine : cluster.machines()) {
            if (machine.instance() == null) {
                cluster.start(machine);
            }
        }
    }

    private void demandLeader(long within, String occasion) {
        long start = time.now();
        boolean led = await(within, () -> isSettled(start));
        if (!led && cluster.findings().isEmpty()) {
            find(
                    Check.LEADER_IN_TIME,
                    "nobody leads " + within / MILLI + " ms " + occasion + " at " + start / MILLI
                            + " ms; the record shows "
                            + Words.of(cluster.records().shown()));
        }
    }

    /** Tells whether somebody leads whom nobody has asked to stop, and has heard so from the store since. */
    private boolean isSettled(long sinceNanos) {
        Instance leader = cluster.leader();
        return leader != null
                && leader.leadsOn()
                && leader.leadsFirmly()
                && leader.confirmedNanos() > sinceNanos
                && cluster.records().isSafeToStart()
                && cluster.records().shown() instanceof Sighting.Held held
                && held.lease().token() == leader.token();
    }

    private Bounds bounds() {
        return new Bounds(
                cluster.scenario(), cluster.instances(), cluster.records().shown());
    }

    /** Returns for how long everybody still stays back. */
    private long coolDown() {
        return cluster.instances().stream()
                .filter(instance -> !instance.leads() && !instance.isClosing())
                .mapToLong(instance -> Math.max(0, instance.coolUntilNanos() - time.now()))
                .min()
                .orElse(0);
    }

    private void pass(long nanos) {
        await(nanos, () -> false);
    }

    private boolean await(long nanos, BooleanSupplier condition) {
        time.runUntil(
                time.now() + nanos,
                () -> condition.getAsBoolean() || !cluster.findings().isEmpty());
        return condition.getAsBoolean();
    }

    private void find(Check check, String text) {
        cluster.findings().add(check, time.now(), text);
    }
}
