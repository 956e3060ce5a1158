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
    private final Cluster cluster;
    private final VirtualTime time;
    private final Draw draw;
    private final Demands demands;
    private long othersWaitUntilNanos;
    private final Politics politics;

    Story(Cluster cluster) {
        this.cluster = cluster;
        this.demands = new Demands(cluster);
        this.politics = new Politics(cluster, demands);
        this.time = cluster.time();
        this.draw = cluster.draw();
    }

    void play() {
        cluster.machines().forEach(cluster::start);
        new Chaos(cluster).begin();
        demands.pass(cluster.scenario().ttls().nanos() * (6 + draw.below(14)));
        List<Runnable> chapters = List.of(
                this::recover,
                politics::settle,
                this::keepCalm,
                politics::ask,
                politics::comeAndGo,
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
        Bounds bounds = demands.bounds();
        if (cluster.contenders().stream().allMatch(Instance::isClosing)) {
            demands.await(bounds.forEnding(), () -> cluster.contenders().isEmpty());
        }
        if (cluster.fit().stream().allMatch(Instance::isClosing)) {
            demands.await(
                    bounds.forEnding()
                            + bounds.afterOutage(cluster.scenario().ttls().longest()),
                    () -> cluster.fit().isEmpty() && cluster.isSafeToStart());
        }
        if (cluster.isSafeToStart()) {
            cluster.startMissing();
        }
        bounds = demands.bounds();
        boolean ending = cluster.candidates().stream()
                .anyMatch(candidate -> candidate.isClosing() || (candidate.leads() && !candidate.leadsOn()));
        long within = bounds.afterOutage(cluster.scenario().ttls().longest())
                + demands.coolDown()
                + (ending ? bounds.forEnding() : 0);
        demands.demandLeader(within, "after the outage");
        cluster.startMissing();
    }

    /**
     * In fine weather, with wake-ups raining down and settings changing, a leader must keep its term, and everybody
     * must know it.
     */
    private void keepCalm() {
        Instance leader = cluster.leader();
        long calm = 3 * cluster.scenario().ttls().longest();
        if (cluster.isRestless() || leader == null || !politics.isSettled()) {
            politics.stayLed(calm);
            return;
        }
        long token = leader.token();
        for (Instance instance : cluster.instances()) {
            demands.rain(instance, calm);
            if (cluster.scenario().has(Feature.RECONFIGURATION) && draw.chance(50)) {
                time.after(draw.between(0, calm / 2), () -> reconfigure(instance));
            }
        }
        demands.pass(calm);
        if (cluster.findings().isEmpty() && (!leader.leads() || leader.token() != token)) {
            demands.find(Check.CALM, leader.label() + " lost its term " + token + " in calm weather");
        }
        for (Instance instance : cluster.instances()) {
            if (cluster.findings().isEmpty() && instance.seenToken() != token) {
                demands.find(Check.CALM, instance.label() + " does not know that " + leader.label() + " leads");
            }
        }
    }

    /** Changes settings at any time; those of a leader best while a renewal with the old ones is under way. */
    private void reconfigure(Instance instance) {
        Runnable change = () -> new Meddling(cluster).reconfigure(instance);
        if (instance.leads()) {
            instance.atNextRenewal(change);
        } else {
            change.run();
        }
    }

    /**
     * The leader resigns, and the answer to the claim that follows is lost: whoever sent it must find that out soon.
     */
    private void loseAnAnswer() {
        Instance leader = demands.leaderToFollow();
        if (leader == null) {
            return;
        }
        cluster.network().loseNextGrant();
        leader.resign();
        Bounds bounds = demands.bounds();
        if (!demands.await(
                bounds.forEnding() + bounds.afterRelease() + demands.coolDown(),
                () -> !cluster.network().isToLoseGrant())) {
            demands.find(Check.LEADER_IN_TIME, "nobody claimed after " + leader.label() + " resigned");
            return;
        }
        // Who claims while it thinks that it is alone, and then hears of others, gives back what it won.
        long givenBack = cluster.scenario().has(Feature.ROSTER) ? bounds.afterTerm() + demands.coolDown() : 0;
        demands.demandLeader(bounds.afterLostAnswer() + givenBack, "after the answer to a claim was lost");
    }

    /**
     * The leader is cut off and all others are well: the next one takes over as early as the rules allow, so this is
     * where trust that lasts a little too long, or a wait that is a little too short, shows. The more so if the last
     * answer to the leader, or the looks of the others at its last renewal, took long.
     */
    private void cutOff() {
        Instance leader = demands.leaderToFollow();
        if (leader == null) {
            return;
        }
        Bounds bounds = demands.bounds();
        boolean answers = draw.chance(50);
        long slow = bounds.shortestCall() / 10 * 9;
        cluster.network().slowDown(leader.machine(), answers ? slow : 0, answers ? 0 : slow);
        long start = time.now();
        demands.await(bounds.afterCrash(), () -> leader.confirmedNanos() > start || !leader.leads());
        cluster.network().slowDown(0, 0, 0);
        cluster.network().cutOff(leader.machine());
        cluster.letWorkHang(true);
        if (cluster.scenario().has(Fault.SLEEP)) {
            time.after(draw.between(0, leader.timing().ttl().toNanos()), () -> leader.nap(draw));
        }
        demands.demandLeader(bounds.afterCut() + demands.coolDown(), "after the leader was cut off");
        cluster.letWorkHang(false);
        cluster.network().reconnect(leader.machine());
        leader.heal();
        demands.pass(bounds.backOff());
    }

    private void crash() {
        demands.pass(draw.between(0, cluster.scenario().ttls().nanos()));
        Instance leader = demands.leaderToFollow();
        if (leader == null) {
            return;
        }
        Bounds bounds = demands.bounds();
        leader.vanish();
        othersWaitUntilNanos = time.now() + bounds.afterCrash();
        demands.demandLeader(bounds.afterCrash() + demands.coolDown(), "after a crash");
        cluster.startMissing();
    }

    /**
     * The leader is closed: it must finish, and another must lead soon after its release. If it took over from one that
     * crashed, the others may still be waiting for that one, each from when it last saw a renewal of it.
     */
    private void handOver() {
        demands.pass(draw.between(0, cluster.scenario().ttls().nanos()));
        Instance leader = demands.leaderToFollow();
        if (leader == null) {
            return;
        }
        long token = cluster.records().shown().lastToken();
        long coolDown = demands.coolDown();
        Bounds bounds = demands.bounds();
        leader.close();
        BooleanSupplier released = () -> !(cluster.records().shown() instanceof Sighting.Held held)
                || held.lease().token() != token;
        if (demands.await(bounds.forEnding(), released)) {
            long waiting = Math.max(0, othersWaitUntilNanos - time.now());
            demands.demandLeader(Math.max(bounds.afterRelease() + coolDown, waiting), "after a release");
        } else {
            demands.find(Check.CLOSE, leader.label() + " was closed, and did not release");
        }
    }

    /** Everybody is closed: all must finish, and leave nothing behind but a mark in the record. */
    private void closeAll() {
        List<Instance> all = cluster.instances();
        long within = demands.bounds().forEnding();
        all.forEach(Instance::close);
        demands.await(within, () -> all.stream().allMatch(Instance::isGone));
        for (Instance instance : all) {
            if (cluster.findings().isEmpty() && !instance.hasFinished()) {
                demands.find(Check.CLOSE, instance.label() + " was closed, and did not finish");
            }
        }
        if (cluster.findings().isEmpty() && cluster.records().shown() instanceof Sighting.Held held) {
            demands.find(Check.CLOSE, "everybody is closed, and the record still shows " + Words.of(held));
        }
    }
}
