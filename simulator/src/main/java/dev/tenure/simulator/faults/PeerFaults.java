package dev.tenure.simulator.faults;

import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.Machine;
import dev.tenure.simulator.cluster.PeerNetwork;
import dev.tenure.simulator.scenario.PeerChannelSetup;
import dev.tenure.simulator.scenario.PeerChannelSetup.Fault;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Injects the faults of a peer channel at random times, while other faults do or do not occur. */
public final class PeerFaults {
    private static final List<Integer> PERCENT = List.of(0, 5, 20, 60);

    private final Cluster cluster;
    private final VirtualTime time;
    private final long ttl;

    /** Creates the injector of a run. */
    public PeerFaults(Cluster cluster) {
        this.cluster = cluster;
        this.time = cluster.time();
        this.ttl = cluster.scenario().ttls().nanos();
    }

    /** Injects faults until the cluster is healed, if there is a channel. */
    public void begin() {
        PeerChannelSetup setup = cluster.further().channel();
        PeerNetwork peers = cluster.peers();
        if (setup != null && peers != null && !setup.faults().isEmpty()) {
            scheduleNext(setup, peers);
        }
    }

    private void scheduleNext(PeerChannelSetup setup, PeerNetwork peers) {
        SeededRandom random = peers.random();
        time.after(random.anySizeUpTo(2 * ttl), () -> {
            if (!cluster.isHealed()) {
                inject(random.oneOf(List.copyOf(setup.faults())), setup, peers);
                scheduleNext(setup, peers);
            }
        });
    }

    private void inject(Fault fault, PeerChannelSetup setup, PeerNetwork peers) {
        switch (fault) {
            case LOSS, SLOWNESS, REPEAT -> peers.conditions(draw(setup, peers.random()));
            case CUT -> cut(peers);
            case DISABLE -> disable(victim(peers.random()), peers.random());
            case ADDRESS -> changeAddress(victim(peers.random()), peers);
        }
    }

    private PeerNetwork.PeerConditions draw(PeerChannelSetup setup, SeededRandom random) {
        return new PeerNetwork.PeerConditions(
                setup.has(Fault.LOSS) ? random.oneOf(PERCENT) : 0,
                setup.has(Fault.SLOWNESS) ? random.oneOf(PERCENT) : 0,
                random.between(0, 3 * ttl),
                setup.has(Fault.REPEAT) ? random.oneOf(PERCENT) : 0);
    }

    private void cut(PeerNetwork peers) {
        int percent = peers.random().oneOf(List.of(20, 50, 100));
        CandidateProcess leader = cluster.leader();
        for (Machine machine : cluster.machines()) {
            boolean leads = leader != null && leader.home() == machine;
            if (peers.random().chance(leads ? 50 : percent)) {
                cluster.trace().note(machine.label(), "fault", 0, () -> "is cut off from its peers");
                peers.cutOff(machine.number());
                time.after(peers.random().anySizeUpTo(4 * ttl), () -> {
                    cluster.trace().note(machine.label(), "fault", 0, () -> "is connected to its peers");
                    peers.reconnect(machine.number());
                });
            }
        }
    }

    private void disable(@Nullable CandidateProcess victim, SeededRandom random) {
        if (victim != null) {
            victim.calls().enablePeer(false);
            time.after(random.anySizeUpTo(2 * ttl), () -> victim.calls().enablePeer(true));
        }
    }

    private void changeAddress(@Nullable CandidateProcess victim, PeerNetwork peers) {
        if (victim != null) {
            victim.reconfigure(victim.timing(), peers.drawAddress(victim.home()));
        }
    }

    private @Nullable CandidateProcess victim(SeededRandom random) {
        CandidateProcess leader = cluster.leader();
        if (leader != null && random.chance(50)) {
            return leader;
        }
        List<CandidateProcess> all = cluster.processes();
        return all.isEmpty() ? null : random.oneOf(all);
    }
}
