package dev.tenure.simulator.faults;

import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.Machine;
import dev.tenure.simulator.store.ReplicatedServers;
import dev.tenure.simulator.store.StoreServer;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import java.util.List;

/**
 * Replaces the master of a replicated store by a replica, once or several times within a lease. The old master dies, or
 * is cut off, or remains reachable and takes writes until it hears of it.
 */
final class ServerFaults {
    private final Cluster cluster;
    private final ReplicatedServers servers;
    private final SeededRandom random;
    private final VirtualTime time;
    private final long ttl;
    private final long longestGap;

    ServerFaults(Cluster cluster, ReplicatedServers servers) {
        this.cluster = cluster;
        this.servers = servers;
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
        switch (random.below(8)) {
            case 0 -> servers.lagUpTo(random.oneOf(List.of(0L, ttl / 10, ttl, 3 * ttl)));
            case 1 -> silenceVoter();
            case 2 -> strike(servers.master());
            case 3, 4 -> leaveLeaderWithOldMaster();
            default -> replaceMaster(random.chance(50) ? 2 : 1);
        }
    }

    /** Replaces the master, once or several times in a row, with or without a fault of the old one. */
    private void replaceMaster(int times) {
        if (random.chance(30)) {
            strike(servers.master());
        }
        promote(random.anySizeUpTo(ttl), random.anySizeUpTo(3 * ttl));
        if (times > 1) {
            time.after(random.anySizeUpTo(ttl), () -> replaceMaster(times - 1));
        }
    }

    /** Replaces the master, which does not hear of it for long, and remains reachable for the leader. */
    private void leaveLeaderWithOldMaster() {
        CandidateProcess leader = cluster.leader();
        StoreServer old = servers.master();
        boolean others = random.chance(50);
        for (Machine machine : cluster.machines()) {
            if (others && leader != null && machine != leader.home()) {
                cutOff(old, machine, 3 * ttl);
            }
        }
        promote(random.anySizeUpTo(ttl / 4), random.between(2 * ttl, 4 * ttl));
    }

    private void promote(long spreadNanos, long obeyNanos) {
        List<Integer> others = servers.others();
        if (!others.isEmpty() && !cluster.isHealed()) {
            servers.promote(random.oneOf(others), spreadNanos, obeyNanos);
        }
    }

    /** Stops a server for a while, or cuts it off from some machines. */
    private void strike(StoreServer server) {
        long length = random.anySizeUpTo(2 * ttl);
        if (random.chance(40)) {
            note(server + " dies");
            server.down(true);
            time.after(length, () -> {
                note(server + " runs again");
                server.down(false);
            });
            return;
        }
        for (Machine machine : cluster.machines()) {
            if (random.chance(50)) {
                cutOff(server, machine, length);
            }
        }
    }

    private void cutOff(StoreServer server, Machine machine, long length) {
        note(server + " is cut off from " + machine.label());
        server.cutOffFrom(machine.number(), true);
        time.after(length, () -> server.cutOffFrom(machine.number(), false));
    }

    private void silenceVoter() {
        int voter = random.below(5);
        servers.silence(voter, true);
        time.after(random.anySizeUpTo(2 * ttl), () -> servers.silence(voter, false));
    }

    private void note(String what) {
        cluster.trace().note("store", "fault", what.hashCode(), () -> what);
    }
}
