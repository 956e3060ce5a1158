package dev.tenure.simulator;

import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.scenario.CandidateKind;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The phases of a run that check which candidate leads: the best one soon, and the one that a request names. */
final class LeaderChoicePhases {
    private final Cluster cluster;
    private final Scenario scenario;
    private final LivenessChecks checks;
    private final SeededRandom random;

    LeaderChoicePhases(Cluster cluster, LivenessChecks checks) {
        this.cluster = cluster;
        this.scenario = cluster.scenario();
        this.checks = checks;
        this.random = cluster.random();
    }

    /** Tells whether a candidate leads, and no fit candidate has a better rank. */
    boolean isSettled() {
        CandidateProcess leader = cluster.leader();
        return leader != null && leader.setup().isFit() && leader.leadsOn() && !isOutranked(leader);
    }

    private boolean isOutranked(CandidateProcess leader) {
        return scenario.has(Feature.ROSTER)
                && cluster.fit().stream()
                        .anyMatch(other ->
                                leader.setup().rank().comesAfter(other.setup().rank()));
    }

    /**
     * Waits until the best candidate leads. It must do so in time, and no candidate may hand over twice until then.
     *
     * <p>A leader reserves the election for one of its own intervals, and other candidates delay their claims by half
     * their ttl. That is enough for a successor that is woken up or has the same ttl. Others may miss it, so they are
     * not checked.
     */
    void settle() {
        if (scenario.has(Feature.REQUESTS) || scenario.has(Feature.ROSTER)) {
            checks.pass(checks.bounds().untilOldNewsIsIgnored(scenario.ttls().longest()));
            checks.replaceableLeader();
        }
        if (!scenario.has(Feature.ROSTER) || cluster.neverSettles()) {
            return;
        }
        Map<CandidateProcess, Integer> before = new HashMap<>();
        cluster.fit()
                .forEach(process -> before.put(process, process.membership().handOvers()));
        int most = before.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        long coolest = cluster.fit().stream()
                .mapToLong(process ->
                        Math.max(0, unableUntilNanos(process) - cluster.time().now()))
                .max()
                .orElse(0);
        long within = coolest + checks.bounds().untilBestLeads(most);
        boolean settled = checks.await(within, this::isSettled);
        if (!scenario.watchable() && scenario.ttls().mixed()) {
            return;
        }
        if (!settled) {
            checks.find(Check.PREFERENCE, "a better candidate exists and does not lead in time");
        }
        for (CandidateProcess process : cluster.fit()) {
            int handOvers = process.membership().handOvers() - before.getOrDefault(process, 0);
            if (handOvers > 1) {
                checks.find(Check.PREFERENCE, process.label() + " handed over " + handOvers + " times");
            }
        }
    }

    /** Returns until when a fit candidate may call itself unable. */
    private static long unableUntilNanos(CandidateProcess process) {
        return Math.max(
                process.membership().coolUntilNanos(), process.membership().unreliableUntilNanos());
    }

    /** Lets time pass while leadership moves. The election must have a leader again in time after each term. */
    void stayLed(long length) {
        long end = cluster.time().now() + length;
        while (cluster.time().now() < end && cluster.findings().isEmpty()) {
            long left = end - cluster.time().now();
            if (checks.await(left, () -> cluster.leader() == null)) {
                checks.expectLeader(checks.bounds().afterTerm(), "after a term has ended");
            }
        }
    }

    /** Submits a request to the leader. An invalid one must change nothing, and a valid one must be fulfilled. */
    void request() {
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null || !scenario.has(Feature.REQUESTS) || cluster.neverSettles() || !isSettled()) {
            return;
        }
        switch (random.below(6)) {
            case 0 -> submitInvalid(leader, cluster.requests().create(leader.token() + 1, null, false));
            case 1 -> submitInvalid(leader, cluster.requests().create(leader.token(), "#0", true));
            case 2 -> submitInvalid(leader, cluster.requests().create(leader.token(), unfit(), true));
            default -> transfer(leader);
        }
    }

    private String unfit() {
        return cluster.processes().stream()
                .filter(process -> process.setup().observes() || process.setup().kind() == CandidateKind.UNABLE)
                .map(process -> process.identity().instance())
                .findFirst()
                .orElse("#00");
    }

    private void submitInvalid(CandidateProcess leader, Request request) {
        long token = leader.token();
        cluster.submit(request);
        checks.pass(checks.bounds().afterRequest());
        if (cluster.findings().isEmpty() && leader.token() != token) {
            checks.find(Check.REQUESTS, leader.label() + " fulfilled a request that it should have refused");
        }
    }

    private void transfer(CandidateProcess leader) {
        CandidateProcess successor = successor(leader);
        if (successor == null) {
            return;
        }
        long token = leader.token();
        LivenessBounds bounds = checks.bounds();
        cluster.submit(cluster.requests().create(token, successor.identity().instance(), false));
        checks.wakeRepeatedly(leader, bounds.afterRequest());
        if (!checks.await(bounds.afterRequest(), () -> leader.token() != token)) {
            checks.find(Check.REQUESTS, leader.label() + " does not transfer to " + successor.label());
            return;
        }
        checks.await(
                bounds.afterTerm(),
                () -> cluster.store().shown() instanceof Sighting.Held held
                        && held.lease().token() != token);
        if (cluster.store().shown() instanceof Sighting.Held held
                && !held.lease().holder().instance().equals(successor.identity().instance())
                && cluster.findings().isEmpty()) {
            checks.find(Check.SUCCESSOR, token + " was transferred to " + successor.label() + ", which does not lead");
        }
        checks.expectLeader(bounds.afterTerm(), "after a transfer");
    }

    /**
     * Starts a better candidate and kills it: the leader must stay. The candidate dies so early that its last beat is
     * no longer fresh when the leader has waited long enough.
     */
    void killBetterCandidate() {
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null || !scenario.has(Feature.ROSTER) || scenario.ttls().mixed() || cluster.neverSettles()) {
            return;
        }
        CandidateProcess other = cluster.fit().stream()
                .filter(process -> process != leader)
                .findFirst()
                .orElse(leader);
        other.end();
        checks.pass(checks.bounds().afterCrash());
        if (!isSettled() || cluster.leader() != leader) {
            cluster.startMissing();
            return;
        }
        long ttl = leader.timing().ttl().toNanos();
        long token = leader.token();
        CandidateProcess better = cluster.start(other.home());
        checks.pass(ttl / 10 * 7 - leader.timing().interval().toNanos());
        better.end();
        checks.pass(2 * ttl);
        if (leader.token() != token && cluster.findings().isEmpty()) {
            checks.find(Check.PREFERENCE, leader.label() + " handed over to a candidate that had died");
        }
        cluster.startMissing();
    }

    /**
     * Draws a candidate that can lead and looks before the reservation ends, which lasts one interval of the leader.
     */
    private @Nullable CandidateProcess successor(CandidateProcess leader) {
        long interval = leader.timing().interval().toNanos();
        List<CandidateProcess> able = cluster.fit().stream()
                .filter(other -> other != leader
                        && scenario.has(Feature.ROSTER)
                        && unableUntilNanos(other) + 3 * interval
                                < cluster.time().now()
                        && (scenario.watchable() || other.timing().interval().toNanos() < interval / 10 * 9))
                .toList();
        return able.isEmpty() ? null : random.oneOf(able);
    }
}
