package dev.tenure.simulator.faults;

import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.store.ChoosingGroup;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets a store that chooses choose another: by a rebalance or two in a row, while the leader is paused or does not hear
 * of it, or by giving up a member that is well.
 */
final class GroupFaults {
    private final Cluster cluster;
    private final ChoosingGroup group;
    private final ProcessFaults processes;
    private final SeededRandom random;
    private final VirtualTime time;
    private final long ttl;
    private final long longestGap;

    GroupFaults(Cluster cluster, ChoosingGroup group, ProcessFaults processes) {
        this.cluster = cluster;
        this.group = group;
        this.processes = processes;
        this.random = cluster.random();
        this.time = cluster.time();
        this.ttl = cluster.scenario().ttls().nanos();
        this.longestGap = ttl * random.oneOf(List.of(1, 3, 6));
    }

    /** Injects faults until the cluster is healed. */
    void begin() {
        time.after(random.between(0, longestGap), () -> {
            if (!cluster.isHealed()) {
                inject();
                begin();
            }
        });
    }

    private void inject() {
        CandidateProcess leader = cluster.leader();
        switch (random.below(6)) {
            case 0 -> group.drop();
            case 1 -> ignore(leader);
            case 2 -> {
                processes.pause(leader, random.anySizeUpTo(3 * ttl));
                group.rebalance();
            }
            case 3 -> {
                group.rebalance();
                time.after(random.anySizeUpTo(ttl), this::rebalanceAgain);
            }
            default -> group.rebalance();
        }
    }

    private void rebalanceAgain() {
        if (!cluster.isHealed()) {
            group.rebalance();
        }
    }

    /** Lets the group answer a process no more for a while: it does not hear what the group decides. */
    private void ignore(@Nullable CandidateProcess process) {
        if (process == null) {
            return;
        }
        process.note("fault", 0, () -> "hears nothing from the group");
        group.ignore(process.label(), true);
        time.after(random.anySizeUpTo(3 * ttl), () -> group.ignore(process.label(), false));
    }
}
