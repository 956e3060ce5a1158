package dev.tenure.simulator.faults;

import dev.tenure.Timing;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.PeerNetwork;
import dev.tenure.simulator.scenario.CandidateKind;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Actions of operators and applications: requests, changed settings, changed ability. Many of them are invalid. */
public final class OperatorActions {
    private static final int LOST_PERCENT = 15;

    private final Cluster cluster;
    private final SeededRandom random;
    private final VirtualTime time;
    private final long ttl;

    /** Creates the actions on a cluster. */
    public OperatorActions(Cluster cluster) {
        this.cluster = cluster;
        this.random = cluster.random();
        this.time = cluster.time();
        this.ttl = cluster.scenario().ttls().nanos();
    }

    /** Submits a request for the current or another term. It may be lost, or arrive after that term has ended. */
    void request() {
        long token = drawToken();
        if (token < 1 || random.chance(LOST_PERCENT)) {
            return;
        }
        Request request = draw(token);
        cluster.trace().note("store", "fault", token, () -> "is to pass on " + request);
        time.after(random.chance(50) ? 0 : random.anySizeUpTo(2 * ttl), () -> {
            if (!cluster.isHealed()) {
                cluster.submit(request);
            }
        });
    }

    private long drawToken() {
        long shown = cluster.store().shown().lastToken();
        return random.chance(70) ? shown : shown + random.oneOf(List.of(-1, 1, -5_000_000));
    }

    private Request draw(long token) {
        List<CandidateProcess> all = cluster.processes();
        if (all.isEmpty() || random.chance(40)) {
            return cluster.requests().create(token, null, false);
        }
        CandidateProcess successor = random.oneOf(all);
        String process = successor.identity().instance();
        return switch (random.below(5)) {
            case 0 -> cluster.requests().create(token, "#" + random.below(40) + "-nobody", true);
            case 1 -> cluster.requests().create(token, "#" + (1 + random.below(6)), false); // may have died long ago
            default -> cluster.requests().create(token, process, mayNeverLead(successor));
        };
    }

    private static boolean mayNeverLead(CandidateProcess process) {
        return process.setup().observes() || process.setup().kind() == CandidateKind.UNABLE;
    }

    /** Makes a candidate unable to lead, for a while or until the faults end. */
    void changeAbility(@Nullable CandidateProcess victim) {
        if (victim == null) {
            return;
        }
        victim.able(false);
        if (random.chance(80)) {
            time.after(random.anySizeUpTo(4 * ttl), () -> victim.able(true));
        }
    }

    void loseRosterEntries() {
        int percent = random.chance(50) ? 100 : 40;
        for (CandidateProcess process : new ArrayList<>(cluster.candidates())) {
            if (random.chance(percent)) {
                process.note("fault", 0, () -> "is lost from the roster");
                cluster.store().loseEntry(process.identity().instance());
            }
        }
    }

    /** Changes the timing of a candidate, most likely to a shorter ttl. */
    void shorten(CandidateProcess victim) {
        Timing one = cluster.scenario().timing(random);
        Timing other = cluster.scenario().timing(random);
        victim.reconfigure(one.ttl().compareTo(other.ttl()) < 0 ? one : other, address(victim, 1));
    }

    /** Changes the timing and address of a candidate. */
    public void reconfigure(@Nullable CandidateProcess victim) {
        if (victim != null) {
            victim.reconfigure(cluster.scenario().timing(random), address(victim, random.below(9)));
        }
    }

    private String address(CandidateProcess victim, int number) {
        PeerNetwork peers = cluster.peers();
        return peers == null ? "http://10.0.0." + number : peers.drawAddress(victim.home());
    }
}
