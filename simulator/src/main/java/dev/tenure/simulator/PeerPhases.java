package dev.tenure.simulator;

import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.Machine;
import dev.tenure.simulator.cluster.PeerNetwork;
import dev.tenure.simulator.scenario.FaultKind;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.scenario.PeerChannelSetup;
import dev.tenure.spi.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The phases of a run that check the peer channel without other faults: followers leave the store alone, a resignation
 * is pushed, and a channel that breaks costs nobody its term.
 */
final class PeerPhases {
    private final Cluster cluster;
    private final LivenessChecks checks;

    PeerPhases(Cluster cluster, LivenessChecks checks) {
        this.cluster = cluster;
        this.checks = checks;
    }

    /** Runs all phases, if there is a channel. */
    void run() {
        PeerNetwork peers = cluster.peers();
        PeerChannelSetup setup = cluster.further().channel();
        if (peers == null || setup == null || cluster.neverSettles()) {
            return;
        }
        checks.pass(checks.bounds().afterCrash()); // a follower that has missed a term waits that long
        if (cluster.scenario().has(FaultKind.RECORD)) {
            beginTerm(); // a follower that saw the record lost does not ask this leader again
        }
        followOverChannel(setup);
        pushResignation();
        cutChannel(peers);
        resignInSilence(peers);
    }

    private void beginTerm() {
        CandidateProcess leader = checks.replaceableLeader();
        if (leader != null) {
            resign(leader);
            LivenessBounds bounds = checks.bounds();
            checks.expectLeader(bounds.afterTerm() + checks.coolDown(), "after a resignation");
        }
    }

    /** Lets the leader resign, and waits until the record shows that. Returns whether it does. */
    private boolean resign(CandidateProcess leader) {
        long token = leader.token();
        leader.resign();
        return checks.await(
                checks.bounds().forEnding(),
                () -> !(cluster.store().shown() instanceof Sighting.Held held)
                        || held.lease().token() != token);
    }

    /** Returns the leader once all others follow it over the channel, or null if it cannot be replaced. */
    private @Nullable CandidateProcess followedLeader() {
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null || !cluster.findings().isEmpty()) {
            return null;
        }
        boolean works = checks.await(checks.bounds().untilChannelWorks(), this::isFollowedOverChannel);
        leader = cluster.leader();
        if (!works && cluster.findings().isEmpty()) {
            for (CandidateProcess process : followers()) {
                if (!process.calls().isPeerHealthy()) {
                    checks.find(Check.CHANNEL, process.label() + " does not follow the leader over the channel");
                }
            }
        }
        return leader != null && leader.setup().isFit() ? leader : null;
    }

    private boolean isFollowedOverChannel() {
        CandidateProcess leader = cluster.leader();
        List<CandidateProcess> followers = followers();
        return leader != null
                && leader.leadsOn()
                && leader.calls().waitingPeers() >= followers.size()
                && followers.stream().allMatch(process -> process.calls().isPeerHealthy());
    }

    private List<CandidateProcess> followers() {
        return cluster.processes().stream()
                .filter(process -> process != cluster.leader() && !process.isClosing())
                .toList();
    }

    /** While the channel works, followers must not call the store; one with wake-ups is read when it wakes them. */
    private void followOverChannel(PeerChannelSetup setup) {
        CandidateProcess leader = followedLeader();
        if (leader == null || cluster.scenario().watchable() || setup.readStoreEvery() != null) {
            return;
        }
        Map<CandidateProcess, Integer> before = new HashMap<>();
        followers().forEach(process -> before.put(process, process.calls().storeCalls()));
        long token = leader.token();
        checks.await(2 * cluster.scenario().ttls().longest(), () -> leader.token() != token);
        before.forEach((process, calls) -> {
            int more = process.calls().storeCalls() - calls;
            if (more > 0 && leader.token() == token && cluster.findings().isEmpty()) {
                checks.find(
                        Check.CHANNEL,
                        process.label() + " called the store " + more + " times although the channel works");
            }
        });
    }

    /** A resignation must reach followers as a push. */
    private void pushResignation() {
        CandidateProcess leader = followedLeader();
        if (leader != null && resign(leader)) {
            checks.expectLeader(checks.bounds().afterPush() + checks.coolDown(), "after a resignation was pushed");
        }
    }

    /** Breaks the channel between all machines: the leader must keep its term, and all must still know it. */
    private void cutChannel(PeerNetwork peers) {
        CandidateProcess leader = followedLeader();
        if (leader == null || !leader.leadsOn()) {
            return;
        }
        long token = leader.token();
        cut(peers);
        checks.pass(3 * cluster.scenario().ttls().longest());
        cluster.machines().forEach(machine -> peers.reconnect(machine.number()));
        boolean moved = leader.token() != token;
        for (CandidateProcess process : cluster.processes()) {
            if (cluster.findings().isEmpty() && !moved && process.seenToken() != token) {
                checks.find(Check.CALM, process.label() + " does not know that " + leader.label() + " leads");
            }
        }
        if (moved && cluster.findings().isEmpty() && !cluster.scenario().has(Feature.ROSTER)) {
            checks.find(Check.CALM, leader.label() + " lost its term " + token + " when the channel broke");
        }
    }

    /** Breaks the channel just before the leader resigns: the store must be read in time. */
    private void resignInSilence(PeerNetwork peers) {
        CandidateProcess leader = followedLeader();
        if (leader != null) {
            cut(peers);
            if (resign(leader)) {
                checks.expectLeader(
                        checks.bounds().afterSilentRelease() + checks.coolDown(),
                        "after a release of which no push came");
            }
            cluster.machines().forEach(machine -> peers.reconnect(machine.number()));
        }
    }

    private void cut(PeerNetwork peers) {
        cluster.trace().note("run", "fault", 0, () -> "all machines are cut off from each other");
        for (Machine machine : cluster.machines()) {
            peers.cutOff(machine.number());
        }
    }
}
