package dev.tenure.simulator.faults;

import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.Machine;
import dev.tenure.simulator.cluster.SimStore;
import dev.tenure.simulator.scenario.FaultKind;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.scenario.NetworkConditions;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.store.ChoosingGroup;
import dev.tenure.simulator.store.ReplicatedServers;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Injects the faults of a scenario at random times, often into the leader. */
public final class FaultInjector {
    private static final long SECOND = 1_000_000_000L;

    private final Cluster cluster;
    private final SeededRandom random;
    private final VirtualTime time;
    private final Scenario scenario;
    private final List<FaultKind> faults;
    private final ProcessFaults processes;
    private final RecordFaults record;
    private final OperatorActions operator;
    private final long ttl;

    /** Creates the injector of a run. */
    public FaultInjector(Cluster cluster) {
        this.cluster = cluster;
        this.random = cluster.random();
        this.time = cluster.time();
        this.scenario = cluster.scenario();
        this.faults = List.copyOf(scenario.faults());
        this.ttl = scenario.ttls().nanos();
        this.processes = new ProcessFaults(cluster);
        this.record = new RecordFaults(cluster, processes);
        this.operator = new OperatorActions(cluster);
    }

    /** Injects faults until the cluster is healed. */
    public void begin() {
        if (!faults.isEmpty()) {
            scheduleNext();
        }
        ReplicatedServers servers = cluster.store().servers();
        if (servers != null) {
            new ServerFaults(cluster, servers).begin();
        }
        ChoosingGroup group = cluster.store().group();
        if (group != null) {
            new GroupFaults(cluster, group, processes).begin();
        }
    }

    private void scheduleNext() {
        time.after(random.anySizeUpTo(ttl * 2), () -> {
            if (!cluster.isHealed()) {
                inject(random.oneOf(faults));
                scheduleNext();
            }
        });
    }

    private void inject(FaultKind fault) {
        switch (fault) {
            case LOSS, SLOWNESS -> cluster.network().conditions(NetworkConditions.draw(random, scenario));
            case PARTITION -> processes.partition();
            case CRASH -> processes.crash(victim());
            case CLOSE -> processes.close(victim());
            case PAUSE -> processes.pause(victim(), random.anySizeUpTo(3 * ttl));
            case SLEEP -> processes.sleep(victim());
            case WALL_STEP -> stepWallClock();
            case STORE_STEP -> stepStoreClock();
            case RECORD -> record.inject();
            case RESIGN -> resign();
            case WAKE_UP -> wakeUp();
            case BAD_WORK -> {} // drawn when a job starts
            case REQUEST -> operator.request();
            case ABILITY -> operator.changeAbility(victim());
            case ROSTER -> operator.loseRosterEntries();
            case RECONFIGURE -> reconfigure();
            case ENGINE -> failEngine();
        }
    }

    private void wakeUp() {
        int times = random.chance(50) ? 1 : 2 + random.below(20);
        for (CandidateProcess process : cluster.processes()) {
            for (int i = 0; i < times; i++) {
                time.after(random.between(0, ttl), process::wakeUp);
            }
        }
    }

    private void resign() {
        CandidateProcess leader = cluster.leader();
        if (leader != null) {
            leader.resign();
        }
    }

    /** Changes the settings of a candidate. A leader writes them at once, and may be cut off before the answer. */
    private void reconfigure() {
        CandidateProcess victim = victim();
        operator.reconfigure(victim);
        if (victim != null && victim.leads() && random.chance(50)) {
            time.after(random.between(0, 2 * NetworkConditions.NORMAL_NANOS), () -> processes.isolate(victim));
        }
    }

    /**
     * Lets an engine fail, at once or while a call is under way that is answered only after the engine has started
     * over: a cut keeps its answer back, and a shorter ttl lets the engine start over sooner.
     */
    private void failEngine() {
        CandidateProcess victim = victim();
        if (victim == null) {
            return;
        }
        if (scenario.has(Feature.RECONFIGURATION) && scenario.ttls().mixed() && random.chance(70)) {
            victim.calls().atNext(() -> {
                if (cluster.isHealed()) {
                    return; // its next call came too late for a fault
                }
                processes.cutOff(victim.home(), random.anySizeUpTo(2 * ttl));
                operator.shorten(victim);
                victim.failEngine();
            });
        } else {
            victim.failEngine();
        }
    }

    private void stepWallClock() {
        Machine machine = random.oneOf(cluster.machines());
        long step = drawStep();
        processes.note(machine, "has its wall clock set by " + step / SECOND + " s");
        machine.clock().stepWall(step);
    }

    /**
     * Steps the store's clock, if every candidate can notice. A candidate notices if it reads the clock before and
     * after the step: not if it has never read it, nor if two steps come between two readings.
     */
    private void stepStoreClock() {
        SimStore store = cluster.store();
        long before = store.steppedNanos();
        if (scenario.storeClock() && cluster.allKnow(knowledge -> knowledge.hasReadStoreClockSince(before))) {
            long step = drawStep();
            cluster.trace().note("store", "fault", step, () -> "has its clock set by " + step / SECOND + " s");
            store.stepClock(step, time.now());
        }
    }

    private long drawStep() {
        long size = random.anySizeUpTo(600 * SECOND);
        return random.chance(50) ? size : -size;
    }

    private @Nullable CandidateProcess victim() {
        CandidateProcess leader = cluster.leader();
        if (leader != null && random.chance(50)) {
            return leader;
        }
        List<CandidateProcess> all = cluster.processes();
        return all.isEmpty() ? null : random.oneOf(all);
    }
}
