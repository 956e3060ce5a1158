package dev.tenure.simulator;

import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The chapters of a run that are about who shall lead: the best one soon, and whoever was asked for. */
final class Politics {
    private final Cluster cluster;
    private final Scenario scenario;
    private final Demands demands;
    private final Draw draw;

    Politics(Cluster cluster, Demands demands) {
        this.cluster = cluster;
        this.scenario = cluster.scenario();
        this.demands = demands;
        this.draw = cluster.draw();
    }

    /** Tells whether somebody leads whom nobody fit comes before. */
    boolean isSettled() {
        Instance leader = cluster.leader();
        return leader != null && leader.stance().isFit() && leader.leadsOn() && !isBettered(leader);
    }

    private boolean isBettered(Instance leader) {
        return scenario.has(Feature.ROSTER)
                && cluster.fit().stream()
                        .anyMatch(other ->
                                leader.stance().rank().comesAfter(other.stance().rank()));
    }

    /**
     * The best candidate must lead soon, and nobody hand over twice until then.
     *
     * <p>A leader leaves its successor one of its own intervals, and all others half a ttl of theirs. That is enough
     * for whoever is woken up, or has a ttl of the same length; others may miss it, and are waited for only.
     */
    void settle() {
        if (scenario.has(Feature.REQUESTS) || scenario.has(Feature.ROSTER)) {
            demands.pass(demands.bounds().untilNewsIsOld(scenario.ttls().longest()));
            demands.leaderToFollow();
        }
        if (!scenario.has(Feature.ROSTER) || cluster.isRestless()) {
            return;
        }
        Map<Instance, Integer> before = new HashMap<>();
        cluster.fit()
                .forEach(instance -> before.put(instance, instance.standing().handOvers()));
        int most = before.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        long coolest = cluster.fit().stream()
                .mapToLong(instance ->
                        Math.max(0, passedOverUntil(instance) - cluster.time().now()))
                .max()
                .orElse(0);
        long within = coolest + demands.bounds().untilBestLeads(most);
        boolean settled = demands.await(within, this::isSettled);
        if (!scenario.watchable() && scenario.ttls().mixed()) {
            return;
        }
        if (!settled) {
            demands.find(Check.PREFERENCE, "a better candidate is there, and does not lead in time");
        }
        for (Instance instance : cluster.fit()) {
            int handOvers = instance.standing().handOvers() - before.getOrDefault(instance, 0);
            if (handOvers > 1) {
                demands.find(Check.PREFERENCE, instance.label() + " handed over " + handOvers + " times");
            }
        }
    }

    /** Returns until when the candidate may call itself unable although it is fit. */
    private static long passedOverUntil(Instance instance) {
        return Math.max(instance.coolUntilNanos(), instance.standing().unreliableUntilNanos());
    }

    /** Leadership moves, but never is the election without a leader for longer than it takes. */
    void stayLed(long length) {
        long end = cluster.time().now() + length;
        while (cluster.time().now() < end && cluster.findings().isEmpty()) {
            long left = end - cluster.time().now();
            if (demands.await(left, () -> cluster.leader() == null)) {
                demands.demandLeader(demands.bounds().afterTerm(), "after a term has ended");
            }
        }
    }

    /** Somebody asks the leader for something: what is void or hopeless changes nothing, and all else is done. */
    void ask() {
        Instance leader = demands.leaderToFollow();
        if (leader == null || !scenario.has(Feature.REQUESTS) || cluster.isRestless() || !isSettled()) {
            return;
        }
        switch (draw.below(6)) {
            case 0 -> askInVain(leader, cluster.petitions().make(leader.token() + 1, null, false));
            case 1 -> askInVain(leader, cluster.petitions().make(leader.token(), "#0", true));
            case 2 -> askInVain(leader, cluster.petitions().make(leader.token(), unfit(), true));
            default -> transfer(leader);
        }
    }

    private String unfit() {
        return cluster.instances().stream()
                .filter(instance ->
                        instance.stance().observes() || instance.stance().part() == Part.UNABLE)
                .map(instance -> instance.identity().instance())
                .findFirst()
                .orElse("#00");
    }

    private void askInVain(Instance leader, Request request) {
        long token = leader.token();
        cluster.records().submit(request);
        demands.pass(demands.bounds().afterRequest());
        if (cluster.findings().isEmpty() && leader.token() != token) {
            demands.find(Check.REQUESTS, leader.label() + " gave way to a request that it should have refused");
        }
    }

    private void transfer(Instance leader) {
        Instance successor = successor(leader);
        if (successor == null) {
            return;
        }
        long token = leader.token();
        Bounds bounds = demands.bounds();
        cluster.records()
                .submit(cluster.petitions().make(token, successor.identity().instance(), false));
        demands.rain(leader, bounds.afterRequest());
        if (!demands.await(bounds.afterRequest(), () -> leader.token() != token)) {
            demands.find(Check.REQUESTS, leader.label() + " does not give way to " + successor.label());
            return;
        }
        demands.await(
                bounds.afterTerm(),
                () -> cluster.records().shown() instanceof Sighting.Held held
                        && held.lease().token() != token);
        if (cluster.records().shown() instanceof Sighting.Held held
                && !held.lease().holder().instance().equals(successor.identity().instance())
                && cluster.findings().isEmpty()) {
            demands.find(Check.SUCCESSOR, "not " + successor.label() + " leads, to whom " + token + " was transferred");
        }
        demands.demandLeader(bounds.afterTerm(), "after a transfer");
    }

    /**
     * A better candidate comes, is seen, and dies: the leader stays. It must die so early that the leader has waited
     * for long enough only when the last beat is no longer fresh.
     */
    void comeAndGo() {
        Instance leader = demands.leaderToFollow();
        if (leader == null || !scenario.has(Feature.ROSTER) || scenario.ttls().mixed() || cluster.isRestless()) {
            return;
        }
        Instance other = cluster.fit().stream()
                .filter(instance -> instance != leader)
                .findFirst()
                .orElse(leader);
        other.vanish();
        demands.pass(demands.bounds().afterCrash());
        if (!isSettled() || cluster.leader() != leader) {
            cluster.startMissing();
            return;
        }
        long ttl = leader.timing().ttl().toNanos();
        long token = leader.token();
        Instance better = cluster.start(other.home());
        demands.pass(ttl / 10 * 7 - leader.timing().interval().toNanos());
        better.vanish();
        demands.pass(2 * ttl);
        if (leader.token() != token && cluster.findings().isEmpty()) {
            demands.find(Check.PREFERENCE, leader.label() + " gave way to one that had died");
        }
        cluster.startMissing();
    }

    /** Returns somebody who can lead and will look in time; a reservation lasts for one interval of the leader. */
    private @Nullable Instance successor(Instance leader) {
        long interval = leader.timing().interval().toNanos();
        List<Instance> able = cluster.fit().stream()
                .filter(other -> other != leader
                        && scenario.has(Feature.ROSTER)
                        && passedOverUntil(other) + 3 * interval
                                < cluster.time().now()
                        && (scenario.watchable() || other.timing().interval().toNanos() < interval / 10 * 9))
                .toList();
        return able.isEmpty() ? null : draw.oneOf(able);
    }
}
