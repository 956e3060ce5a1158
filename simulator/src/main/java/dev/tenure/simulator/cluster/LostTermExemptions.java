package dev.tenure.simulator.cluster;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Exempts terms from the checks for one documented limit: a newcomer that starts after the record of a current term was
 * lost.
 *
 * <p>Such a candidate never saw the lost term. It can neither wait that term out nor know its token (docs/safety.md),
 * so its own term beside the lost one is no finding. A candidate that saw the lost term before it claimed, be it in a
 * record that had gone back, is never exempt; nor is any once the leader of that term has written its record again.
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
        return older.token() < newer.token()
                && store.wasLost(older.token())
                && !newer.process().knowledge().hasSeenBefore(older.token(), newer.token());
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
