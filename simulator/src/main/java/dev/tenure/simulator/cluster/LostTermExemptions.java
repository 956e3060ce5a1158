package dev.tenure.simulator.cluster;

import dev.tenure.simulator.checks.CandidateKnowledge;
import dev.tenure.simulator.scenario.Feature;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Exempts terms from the checks for one documented limit: a newcomer that starts after the record of a current term was
 * lost.
 *
 * <p>Such a candidate never saw the lost term, or saw it only in a record that had gone back and states too short a
 * time. It can neither wait that term out nor know its token (docs/safety.md), so its own term beside the lost one is
 * no finding. A candidate that saw the lost term before is never exempt; nor is any once the leader of that term has
 * written its record again.
 *
 * <p>And exempts the token of a claim that was under way while the record was lost: a cell knows the token only from
 * the claimant, which decides it before it sends the claim.
 */
public final class LostTermExemptions {
    private final Cluster cluster;
    private final Set<Long> decidedBeforeLoss = new HashSet<>();
    private long newcomerStartedNanos = -1;

    LostTermExemptions(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Tells whether a newcomer may start beside a term whose record was lost. Its token is higher only by the wall
     * clock, so that must be right.
     */
    public boolean mayNewcomerStart() {
        return cluster.scenario().clocks().wallIsRight() && cluster.store().mayLostTermBeCurrent();
    }

    /** Records that a candidate has started while a lost term may be current. */
    void newcomerStarted() {
        newcomerStartedNanos = cluster.time().now();
    }

    /** Records a grant, and when its token was decided. */
    void granted(long token, long decidedNanos) {
        if (cluster.store().wasFaultySince(decidedNanos)) {
            decidedBeforeLoss.add(token);
        }
    }

    /** Tells whether a lower token than another's is exempt. */
    boolean exempts(long token) {
        SimStore store = cluster.store();
        return decidedBeforeLoss.contains(token) || isBesideNewcomer(store, token);
    }

    /** Tells whether a newcomer started after the record of this term was lost. */
    private boolean isBesideNewcomer(SimStore store, long token) {
        return store.wasLost(token) && newcomerStartedNanos >= store.lostNanos(token);
    }

    /** Returns the labels of the first two terms that must not be active at once, or an empty list. */
    List<String> firstOverlap(List<ActiveTerm> active) {
        for (ActiveTerm one : active) {
            for (ActiveTerm other : active) {
                if (one.process() != other.process() && one.token() <= other.token() && !isExempt(one, other)) {
                    return List.of(one.process().label(), other.process().label());
                }
            }
        }
        return List.of();
    }

    private boolean isExempt(ActiveTerm older, ActiveTerm newer) {
        SimStore store = cluster.store();
        return older.token() < newer.token() && store.wasLost(older.token()) && !hasSeen(newer, older.token());
    }

    /**
     * Tells whether a candidate had seen a lost term. On a store without a clock a sighting after the loss counts, too:
     * the wait begins with it, and is long enough unless a renewal that was lost had raised the ttl.
     */
    private boolean hasSeen(ActiveTerm newer, long token) {
        CandidateKnowledge knowledge = newer.process().knowledge();
        boolean waits = !cluster.scenario().storeClock() && !cluster.scenario().has(Feature.RECONFIGURATION);
        return waits
                ? knowledge.hasSeenFirst(token, newer.token())
                : knowledge.hasSeenBefore(token, cluster.store().lostNanos(token));
    }

    /** A process that leads or works at this instant, and the token it does so under. */
    record ActiveTerm(CandidateProcess process, long token) {
        static ActiveTerm leading(CandidateProcess process) {
            SimApplication application = process.application();
            return new ActiveTerm(process, application.holdsUnannounced() ? application.hookToken() : process.token());
        }

        static ActiveTerm working(CandidateProcess process) {
            return new ActiveTerm(process, process.application().workToken());
        }
    }
}
