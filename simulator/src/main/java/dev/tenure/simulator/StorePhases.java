package dev.tenure.simulator;

import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.scenario.NetworkConditions;
import dev.tenure.simulator.store.ChoosingGroup;
import dev.tenure.simulator.store.ReplicatedServers;
import dev.tenure.simulator.time.SeededRandom;
import java.util.List;

/** The phases of a run on a store that fails over, or that chooses who may claim. */
final class StorePhases {
    private final Cluster cluster;
    private final LivenessChecks checks;
    private final SeededRandom random;

    StorePhases(Cluster cluster, LivenessChecks checks) {
        this.cluster = cluster;
        this.checks = checks;
        this.random = cluster.random();
    }

    /** Waits until a group that chooses has given up or recalled whomever it was about to, and a leader is there. */
    void awaitChoice() {
        if (cluster.store().group() != null) {
            checks.pass(checks.bounds().forEnding() + 2 * cluster.storeKind().sessionNanos(cluster.scenario()));
            checks.replaceableLeader();
        }
    }

    /**
     * Recalls the leader, once or twice in a row. It must end its term, which other checks watch, and a leader must be
     * there in time.
     */
    void rebalance() {
        ChoosingGroup group = cluster.store().group();
        if (group == null || cluster.neverSettles()) {
            return;
        }
        cluster.startMissing();
        checks.pass(checks.bounds().afterRelease());
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null || !group.canRebalance()) {
            return;
        }
        LivenessBounds bounds = checks.bounds();
        long token = leader.token();
        group.rebalance();
        boolean ended = checks.await(
                bounds.forEnding() + cluster.storeKind().sessionNanos(cluster.scenario()),
                () -> leader.token() != token);
        if (!ended && cluster.findings().isEmpty()) {
            checks.find(Check.REVOCATION, leader.label() + " was recalled, and has not ended its term " + token);
        }
        if (random.chance(50)) {
            checks.pass(random.between(0, cluster.scenario().ttls().nanos()));
            group.rebalance();
        }
        checks.expectLeader(2 * bounds.afterOutage(0) + checks.coolDown(), "after a rebalance");
    }

    /**
     * Makes a replica the master, once or twice in a row. A leader must be there in time; and a term that the new
     * master has a copy of must outlast one promotion, because renewals do not wait.
     */
    void failOver() {
        ReplicatedServers servers = cluster.store().servers();
        if (servers == null || cluster.neverSettles()) {
            return;
        }
        cluster.startMissing();
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null) {
            return;
        }
        long token = leader.token();
        int handOvers = leader.membership().handOvers();
        boolean twice = random.chance(50);
        LivenessBounds bounds = checks.bounds();
        promote(servers);
        boolean isCopied = cluster.store().shown().lastToken() == token && servers.clocksAgree();
        if (twice) {
            checks.pass(random.between(0, cluster.scenario().ttls().nanos()));
            promote(servers);
        }
        checks.expectLeader(bounds.afterFailOver() + checks.coolDown(), "after a promotion");
        boolean isPatient = leader.timing().callTimeout().toNanos()
                > 2 * NetworkConditions.NORMAL_NANOS * cluster.storeKind().stepsPerCall();
        boolean isLost = leader.token() != token && leader.membership().handOvers() == handOvers;
        if (cluster.findings().isEmpty() && isCopied && !twice && isPatient && isLost) {
            checks.find(Check.CALM, leader.label() + " lost its term " + token + " to a promotion");
        }
    }

    /** Makes a replica the master. All voters and servers hear of it at once, or one after the other. */
    private void promote(ReplicatedServers servers) {
        List<Integer> replicas = servers.others();
        long spread = random.chance(50) ? 0 : random.between(0, 10 * NetworkConditions.NORMAL_NANOS);
        if (!replicas.isEmpty()) {
            servers.promote(random.oneOf(replicas), spread, spread);
            checks.pass(spread);
        }
    }
}
