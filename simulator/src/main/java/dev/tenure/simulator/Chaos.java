package dev.tenure.simulator;

import dev.tenure.spi.Sighting;
import dev.tenure.store.memory.MemoryRecord;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Inflicts the faults that a seed has drawn, at random times, on whoever it hurts most. */
final class Chaos {
    private static final long SECOND = 1_000_000_000L;
    private static final int TRIES = 40;

    private final Cluster cluster;
    private final Draw draw;
    private final VirtualTime time;
    private final Scenario scenario;
    private final List<Fault> faults;
    private final Meddling meddling;
    private final long ttl;

    Chaos(Cluster cluster) {
        this.cluster = cluster;
        this.draw = cluster.draw();
        this.time = cluster.time();
        this.scenario = cluster.scenario();
        this.faults = List.copyOf(scenario.faults());
        this.ttl = scenario.ttls().nanos();
        this.meddling = new Meddling(cluster);
    }

    /** Goes on inflicting faults until everything is healed. */
    void begin() {
        if (!faults.isEmpty()) {
            next();
        }
    }

    private void next() {
        time.after(draw.anySizeUpTo(ttl * 2), () -> {
            if (!cluster.isHealed()) {
                inflict(draw.oneOf(faults));
                next();
            }
        });
    }

    private void inflict(Fault fault) {
        switch (fault) {
            case LOSS, SLOWNESS -> cluster.network().weather(Weather.drawn(draw, scenario));
            case PARTITION -> partition();
            case CRASH -> crash();
            case CLOSE -> close();
            case PAUSE -> pause(victim(), draw.anySizeUpTo(3 * ttl));
            case SLEEP -> sleep(victim());
            case WALL_STEP -> stepWall();
            case STORE_STEP -> stepStore();
            case RECORD -> tamper();
            case RESIGN -> resign();
            case NUDGE -> nudge();
            case BAD_WORK -> {} // drawn where work starts
            case REQUEST -> meddling.request();
            case ABILITY -> meddling.changeAbility(victim());
            case ROSTER -> meddling.loseEntries();
            case RECONFIGURE -> reconfigure();
        }
    }

    // ---- network

    /** Cuts some machines off, all at once or one after the other, and lets them back in any order. */
    private void partition() {
        Instance leader = cluster.leader();
        if (leader != null && draw.chance(40)) {
            isolate(leader);
            return;
        }
        int percent = draw.oneOf(List.of(20, 50, 100));
        long apart = draw.chance(50) ? 0 : draw.between(0, ttl);
        for (Machine machine : cluster.machines()) {
            if (draw.chance(percent) || (machine == leadersMachine() && draw.chance(50))) {
                time.after(draw.between(0, apart), () -> cut(machine));
            }
        }
    }

    /** Cuts off the leader alone, for so long that its term runs out while all others wait for just that. */
    private void isolate(Instance leader) {
        long length = leader.timing().ttl().toNanos() * 3 / 2;
        cut(leader.home(), length);
        if (scenario.has(Fault.SLEEP)) {
            time.after(draw.between(0, length), () -> sleep(leader));
        }
    }

    private void cut(Machine machine) {
        cut(machine, draw.anySizeUpTo(4 * ttl));
    }

    private void cut(Machine machine, long length) {
        if (!cluster.isHealed()) {
            say(machine, "is cut off");
            cluster.network().cutOff(machine.number());
            time.after(length, () -> {
                say(machine, "is connected");
                cluster.network().reconnect(machine.number());
            });
        }
    }

    private void nudge() {
        int times = draw.chance(50) ? 1 : 2 + draw.below(20);
        for (Instance instance : cluster.instances()) {
            for (int i = 0; i < times; i++) {
                time.after(draw.between(0, ttl), instance::nudge);
            }
        }
    }

    // ---- processes

    private void crash() {
        Instance victim = victim();
        if (victim != null && mayStop(victim)) {
            victim.vanish();
            restart(victim.home(), null);
        }
    }

    private void close() {
        Instance victim = victim();
        if (victim != null && mayStop(victim)) {
            victim.close();
            // One registrar beats for all stands of a real process; here each stand has its own, and would beat from
            // zero.
            boolean again = !scenario.has(Feature.ROSTER) && draw.chance(50);
            restart(victim.home(), again ? victim : null);
        }
    }

    /** Nobody else knows the last term if the record does not: then the last one who does stays. */
    private boolean mayStop(Instance victim) {
        return cluster.records().isWhole()
                || cluster.contenders().stream().anyMatch(other -> other != victim && !other.isClosing());
    }

    /**
     * Starts another process, or lets the one that was closed stand again, as soon as that is safe, or promised. One
     * that was away for longer than it remembers cannot tell that a record was lost and claimed anew.
     */
    private void restart(Machine machine, @Nullable Instance closed) {
        time.after(draw.anySizeUpTo(2 * ttl), () -> {
            if (cluster.isHealed()) {
                return;
            }
            if (machine.instance() != null || machine.isAsleep() || !mayStart()) {
                restart(machine, closed);
            } else if (closed != null
                    && closed.hasFinished()
                    && !cluster.records().isReplaced()) {
                cluster.standAgain(machine, closed);
            } else {
                cluster.start(machine);
            }
        });
    }

    private boolean mayStart() {
        return cluster.isSafeToStart() || cluster.newcomers().mayCome();
    }

    private void resign() {
        Instance leader = cluster.leader();
        if (leader != null) {
            leader.resign();
        }
    }

    private void pause(@Nullable Instance victim, long length) {
        if (victim != null && !victim.threads().arePaused()) {
            victim.note("fault", 0, () -> "is paused");
            victim.threads().pause();
            time.after(length, () -> victim.resume(draw.chance(50)));
        }
    }

    /** Sleeps of less than half the margin go unnoticed by the clocks, so these are drawn often. */
    private void sleep(@Nullable Instance victim) {
        if (victim == null || victim.isGone() || victim.threads().arePaused() || cluster.isHealed()) {
            return;
        }
        Machine machine = victim.home();
        say(machine, "falls asleep");
        machine.sleep();
        long margin = victim.timing().margin().toNanos();
        long length = draw.chance(50) ? draw.between(0, margin) : draw.anySizeUpTo(3 * ttl);
        boolean hidden = scenario.has(Fault.WALL_STEP) && draw.chance(50);
        time.after(length, () -> {
            if (machine.isAsleep()) {
                if (hidden) {
                    say(machine, "has its wall clock set back by as long as it slept");
                    machine.clock().stepWall(-length);
                }
                machine.wake(draw.chance(50));
            }
        });
    }

    /** A leader writes its new settings at once, and may never hear that they were written. */
    private void reconfigure() {
        Instance victim = victim();
        meddling.reconfigure(victim);
        if (victim != null && victim.leads() && draw.chance(50)) {
            time.after(draw.between(0, 2 * Weather.QUICK_NANOS), () -> isolate(victim));
        }
    }

    // ---- clocks

    private void stepWall() {
        Machine machine = draw.oneOf(cluster.machines());
        long step = anyStep();
        say(machine, "has its wall clock set by " + step / SECOND + " s");
        machine.clock().stepWall(step);
    }

    /**
     * A step hurts nobody who reads the store's clock before and after it. Whoever has never read it, and whoever would
     * see only the sum of two steps, cannot notice: those are spared.
     */
    private void stepStore() {
        Records records = cluster.records();
        long before = records.steppedNanos();
        if (scenario.storeClock() && allKnow(knowledge -> knowledge.hasReadStoreClockSince(before))) {
            long step = anyStep();
            cluster.trace().note("store", "fault", step, () -> "has its clock set by " + step / SECOND + " s");
            records.stepClock(step, time.now());
        }
    }

    private long anyStep() {
        long size = draw.anySizeUpTo(600 * SECOND);
        return draw.chance(50) ? size : -size;
    }

    // ---- the record

    /**
     * Whoever saw the last term waits it out and knows its token, whatever becomes of the record. So the record is
     * tampered with only while everybody has, and somebody stays who has. Before it goes back, everybody must have seen
     * more than it will show: an older state that somebody still thinks the latest looks unchanged to them. And a claim
     * that is under way judged the record long ago: its token is higher than all others only by the wall clock, so that
     * must be right then.
     */
    private void tamper() {
        if (!mayTamper()) {
            return;
        }
        Records records = cluster.records();
        int kind = draw.below(5);
        MemoryRecord earlier = records.earlier(draw);
        if (kind < 2 && draw.chance(40)) {
            blindfold();
        } else if (kind < 2) {
            vanish();
            if (draw.chance(50)) {
                newcomer();
            } else if (scenario.clocks().wallIsRight() && draw.chance(80)) {
                long length = draw.between(ttl / 4, ttl / 4 * 3);
                cluster.network().delayNextClaim(length, () -> time.after(length / 10 * 9, this::vanishAgain));
            }
        } else if (kind == 2) {
            cluster.trace().note("store", "fault", 0, () -> "corrupts the record");
            records.corrupt();
        } else if (earlier != null && allKnow(knowledge -> knowledge.hasSeenNewerThan(earlier.sighting()))) {
            cluster.trace().note("store", "fault", 0, () -> "goes back to " + Words.of(earlier.sighting()));
            records.rollBack(earlier);
        }
    }

    private boolean mayTamper() {
        Records records = cluster.records();
        Sighting shown = records.shown();
        return records.isWhole()
                && cluster.contenders().stream().anyMatch(candidate -> !candidate.isClosing())
                && allKnow(knowledge -> knowledge.hasSeenTermOf(shown))
                && (scenario.clocks().wallIsRight() || !cluster.network().hasClaimUnderWay());
    }

    private void vanish() {
        cluster.trace().note("store", "fault", 0, () -> "loses the record");
        cluster.records().vanish();
    }

    /**
     * What was claimed when there was no record finds none in its way when it lands, though somebody led meanwhile; and
     * leads on, if it does not hear of that.
     */
    private void vanishAgain() {
        if (!cluster.isHealed() && mayTamper()) {
            vanish();
            Instance leader = cluster.leader();
            if (leader != null && draw.chance(70)) {
                isolate(leader);
            }
        }
    }

    /**
     * A follower is paused for longer than it would wait for the leader, which goes on renewing. Then the record is
     * lost, and a newcomer comes and goes before that follower looks again.
     */
    private void blindfold() {
        Instance leader = cluster.leader();
        List<Instance> others = beside(leader);
        if (leader != null && others.size() > 1) {
            long wait = leader.timing().ttl().toNanos() / 10 * 11;
            pause(draw.oneOf(others), draw.between(wait, wait / 10 * 12));
            time.after(draw.between(wait / 10 * 8, wait), () -> {
                if (!cluster.isHealed() && mayTamper()) {
                    vanish();
                    newcomer();
                }
            });
        }
    }

    /**
     * The leader is cut off, and a follower is replaced by one that knows nothing: it starts, leads, and most likely
     * ends its term. Those who saw the leader must still wait, whether they have seen that the record is gone or not.
     */
    private void newcomer() {
        Instance leader = cluster.leader();
        List<Instance> others = beside(leader);
        if (leader != null && others.size() > 1) {
            isolate(leader);
            Instance replaced = draw.oneOf(others);
            replaced.vanish();
            comeAndGo(replaced.home(), TRIES);
        }
    }

    private List<Instance> beside(@Nullable Instance leader) {
        return cluster.fit().stream()
                .filter(other -> other != leader && !other.isClosing())
                .toList();
    }

    private void comeAndGo(Machine machine, int tries) {
        time.after(ttl / TRIES, () -> {
            Instance there = machine.instance();
            if (cluster.isHealed() || machine.isAsleep() || tries == 0) {
                return;
            }
            if (there != null && there.leads()) {
                go(there);
            } else {
                if (there == null && mayStart()) {
                    cluster.start(machine);
                }
                comeAndGo(machine, tries - 1);
            }
        });
    }

    private void go(Instance newcomer) {
        switch (draw.below(4)) {
            case 0 -> newcomer.resign();
            case 1 -> newcomer.vanish();
            case 2 -> {}
            default -> newcomer.close();
        }
        restart(newcomer.home(), null);
    }

    private boolean allKnow(Predicate<Knowledge> what) {
        return cluster.instances().stream().map(Instance::knowledge).allMatch(what);
    }

    // ---- whom

    private @Nullable Instance victim() {
        Instance leader = cluster.leader();
        if (leader != null && draw.chance(50)) {
            return leader;
        }
        List<Instance> all = cluster.instances();
        return all.isEmpty() ? null : draw.oneOf(all);
    }

    private @Nullable Machine leadersMachine() {
        Instance leader = cluster.leader();
        return leader == null ? null : leader.home();
    }

    private void say(Machine machine, String what) {
        cluster.trace().note(machine.label(), "fault", 0, () -> what);
    }
}
