package dev.tenure.simulator.faults;

import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.Machine;
import dev.tenure.simulator.scenario.FaultKind;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts machines off, puts them to sleep, and pauses, crashes, closes and restarts their processes. */
final class ProcessFaults {
    private final Cluster cluster;
    private final SeededRandom random;
    private final VirtualTime time;
    private final Scenario scenario;
    private final long ttl;

    ProcessFaults(Cluster cluster) {
        this.cluster = cluster;
        this.random = cluster.random();
        this.time = cluster.time();
        this.scenario = cluster.scenario();
        this.ttl = scenario.ttls().nanos();
    }

    /** Cuts off some machines, together or one after the other. They are connected again in any order. */
    void partition() {
        CandidateProcess leader = cluster.leader();
        if (leader != null && random.chance(40)) {
            isolate(leader);
            return;
        }
        int percent = random.oneOf(List.of(20, 50, 100));
        long apart = random.chance(50) ? 0 : random.between(0, ttl);
        for (Machine machine : cluster.machines()) {
            if (random.chance(percent) || (machine == leadersMachine() && random.chance(50))) {
                time.after(random.between(0, apart), () -> cutOff(machine, random.anySizeUpTo(4 * ttl)));
            }
        }
    }

    private @Nullable Machine leadersMachine() {
        CandidateProcess leader = cluster.leader();
        return leader == null ? null : leader.home();
    }

    /** Cuts off the leader alone until its term has expired, while all others wait for that. */
    void isolate(CandidateProcess leader) {
        long length = leader.timing().ttl().toNanos() * 3 / 2;
        cutOff(leader.home(), length);
        if (scenario.has(FaultKind.SLEEP)) {
            time.after(random.between(0, length), () -> sleep(leader));
        }
    }

    void cutOff(Machine machine, long length) {
        if (!cluster.isHealed()) {
            note(machine, "is cut off");
            cluster.network().cutOff(machine.number());
            time.after(length, () -> {
                note(machine, "is connected");
                cluster.network().reconnect(machine.number());
            });
        }
    }

    void crash(@Nullable CandidateProcess victim) {
        if (victim != null && mayStop(victim)) {
            victim.end();
            restart(victim.home(), null);
        }
    }

    void close(@Nullable CandidateProcess victim) {
        if (victim != null && mayStop(victim)) {
            victim.close();
            // A real process has one RosterSync for all its candidates. Here each candidate has its own, which would
            // count its beats from zero.
            boolean again = !scenario.has(Feature.ROSTER) && random.chance(50);
            restart(victim.home(), again ? victim : null);
        }
    }

    /** Tells whether the last term remains known: by the record, or by another candidate. */
    private boolean mayStop(CandidateProcess victim) {
        return cluster.store().showsLastTerm()
                || cluster.contenders().stream().anyMatch(other -> other != victim && !other.isClosing());
    }

    /**
     * Starts another process, or lets the closed candidate stand again, as soon as that is safe or documented. A
     * candidate that was closed longer than it remembers cannot notice that a record was lost and replaced.
     */
    void restart(Machine machine, @Nullable CandidateProcess closed) {
        time.after(random.anySizeUpTo(2 * ttl), () -> {
            if (cluster.isHealed()) {
                return;
            }
            if (machine.process() != null || machine.isAsleep() || !mayStart()) {
                restart(machine, closed);
            } else if (closed != null
                    && closed.hasFinished()
                    && !cluster.store().isReplaced()) {
                cluster.standAgain(machine, closed);
            } else {
                cluster.start(machine);
            }
        });
    }

    boolean mayStart() {
        return cluster.isSafeToStart() || cluster.exemptions().mayNewcomerStart();
    }

    void pause(@Nullable CandidateProcess victim, long length) {
        if (victim != null && !victim.threads().arePaused()) {
            victim.note("fault", 0, () -> "is paused");
            victim.threads().pause();
            time.after(length, () -> victim.resume(random.chance(50)));
        }
    }

    /** Puts a machine to sleep, often for less than half the margin, which the clocks do not reveal. */
    void sleep(@Nullable CandidateProcess victim) {
        if (victim == null || victim.isGone() || victim.threads().arePaused() || cluster.isHealed()) {
            return;
        }
        Machine machine = victim.home();
        note(machine, "falls asleep");
        machine.sleep();
        long margin = victim.timing().margin().toNanos();
        long length = random.chance(50) ? random.between(0, margin) : random.anySizeUpTo(3 * ttl);
        boolean hidden = scenario.has(FaultKind.WALL_STEP) && random.chance(50);
        time.after(length, () -> {
            if (machine.isAsleep()) {
                if (hidden) {
                    note(machine, "has its wall clock set back by as long as it slept");
                    machine.clock().stepWall(-length);
                }
                machine.wake(random.chance(50));
            }
        });
    }

    void note(Machine machine, String what) {
        cluster.trace().note(machine.label(), "fault", 0, () -> what);
    }
}
