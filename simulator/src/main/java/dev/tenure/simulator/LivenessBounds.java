package dev.tenure.simulator;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.scenario.CandidateKind;
import dev.tenure.simulator.scenario.CandidateSetup;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.scenario.JobBehaviour;
import dev.tenure.simulator.scenario.NetworkConditions;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.scenario.StoreKind;
import dev.tenure.spi.Sighting;
import java.util.List;

/**
 * The times within which the rules require a leader.
 *
 * <p>Candidates use their own clocks, so every bound is converted to the slowest clock. Jitter may lengthen a wait by a
 * tenth of an interval. The largest ttl, interval and call timeout count, since any candidate may be the next leader.
 */
final class LivenessBounds {
    private static final int TRANSFERS = 8;
    private static final int MOST_DOUBLINGS = 6;
    private static final long SHORT_PAUSE = 256_000_000L;
    private static final long LONGEST_PAUSE = 12_800_000_000L;

    private final StoreKind kind;
    private final long choice;
    private final boolean channel;
    private final boolean observed;
    private final boolean watchable;
    private final long slowestMillionths;
    private final long takeover;
    private long ttl;
    private long interval;
    private long callTimeout;
    private long shortestCall = Long.MAX_VALUE;
    private final boolean ordered;
    private boolean failing;
    private long ending;
    private long hook;
    private long releaseDelay;

    /**
     * Creates the bounds for these candidates and the present record on a store of this kind, with or without a peer
     * channel.
     */
    LivenessBounds(
            Scenario scenario, StoreKind kind, boolean channel, List<CandidateProcess> candidates, Sighting shown) {
        this.kind = kind;
        this.choice = kind == StoreKind.CHOOSING ? untilChosen(kind.sessionNanos(scenario)) : 0;
        this.channel = channel;
        this.observed = !scenario.storeClock() || channel; // what a peer pushes says nothing of the store's clock
        this.watchable = scenario.watchable();
        this.ordered = scenario.has(Feature.ROSTER);
        this.slowestMillionths = 1_000_000L - scenario.clocks().driftMillionths();
        this.takeover = Math.max(
                scenario.takeoverDelay().afterExpiry().toNanos(),
                scenario.takeoverDelay().afterRelease().toNanos());
        this.ttl = shown instanceof Sighting.Held held ? held.lease().ttl().toNanos() : 0;
        for (CandidateProcess candidate : candidates) {
            ttl = Math.max(ttl, candidate.timing().ttl().toNanos());
            interval = Math.max(interval, candidate.timing().interval().toNanos());
            shortestCall =
                    Math.min(shortestCall, candidate.timing().callTimeout().toNanos());
            callTimeout = Math.max(callTimeout, candidate.timing().callTimeout().toNanos());
            ending = Math.max(ending, candidate.closeWithin().toNanos());
            add(candidate.setup(), candidate.timing());
        }
    }

    private void add(CandidateSetup setup, Timing timing) {
        if (setup.options().acquireHook()) {
            hook = Math.max(
                    hook,
                    JobBehaviour.healthyHookNanos(
                            Kind.ACQUIRE_HOOK, timing.ttl().toNanos(), setup));
        }
        if (!setup.releaseDelay().isZero()) {
            releaseDelay = Math.max(releaseDelay, 2 * JobBehaviour.healthyHookNanos(Kind.LOSE_HOOK, 0, setup));
        }
        failing |= setup.kind() == CandidateKind.FAILING;
    }

    /**
     * From a crash to the next leader, without other faults. A leader with a channel may die before it tells of its
     * last renewal: its followers see that when a push is too old to be shown.
     */
    long afterCrash() {
        return onSlowestClock((observed ? ttl / 10 * 11 + interval : ttl + interval / 2)
                        + (channel ? ttl / 4 * 3 : 0)
                        + jitter()
                        + callTimeout)
                + untilAnnounced();
    }

    /** The delay by successor order, hooks and failing candidates until a leader stays. */
    private long untilAnnounced() {
        return orderDelay()
                + takeoverDelay()
                + onSlowestClock(hook)
                + (failing ? 2 * afterFailure() : 0)
                + (watchable ? 0 : settling())
                + choice;
    }

    /**
     * The takeover delay. A term that ends before it was opened leaves the rest of its delay to the next one as a
     * reservation, which is waited out like a lease.
     */
    private long takeoverDelay() {
        return takeover == 0 ? 0 : onSlowestClock(takeover / 10 * 21);
    }

    /** The delay by successor order and preference: at most half a ttl in all (R9). */
    private long orderDelay() {
        return ordered ? onSlowestClock(ttl / 2) : 0;
    }

    /** From the claim of a candidate that always fails to the next claim: hook, failure, release and next look. */
    private long afterFailure() {
        return onSlowestClock(2 * (ttl / 8) + hook + releaseDelay + interval + jitter() + callTimeout)
                + orderDelay()
                + takeoverDelay()
                + transfers();
    }

    /** From the end of a term, without other faults, to a leader that stays. */
    long afterTerm() {
        return onSlowestClock(releaseDelay) + reservationDelay() + afterRelease();
    }

    /** The delay by a reservation, which is waited out like a lease. */
    private long reservationDelay() {
        return ordered ? onSlowestClock(interval / 10 * 11) : 0;
    }

    /**
     * From when all candidates are able and known until the best one leads. The leader must have seen it for a while,
     * which doubles with each hand-over; then it hands over.
     */
    long untilBestLeads(int handOvers) {
        return onSlowestClock(4 * interval + 2 * callTimeout + (ttl << Math.min(handOvers, MOST_DOUBLINGS)))
                + forEnding()
                + afterTerm();
    }

    /** Returns how many ttls the longest wait of a candidate is that others have let down again and again. */
    static long mostDoublings() {
        return 2L << MOST_DOUBLINGS;
    }

    long longestTtl() {
        return onSlowestClock(ttl);
    }

    /**
     * From a change of the candidates that share a set of shards until all lead the same number, give or take one: the
     * change is seen, the picture is steady, shards are handed over, and that again.
     */
    long untilSharesAreEven() {
        return onSlowestClock(3 * ttl + 12 * interval + 4 * callTimeout) + 2 * afterTerm();
    }

    /**
     * From the end of all faults until no candidate acts on older news: a request, or the last beat of a dead
     * candidate.
     */
    long untilOldNewsIsIgnored(long longestTtl) {
        return onSlowestClock(2 * interval + 2 * callTimeout + longestTtl / 6);
    }

    /** From a request to the end of its term: the leader reads the request with its next beat. */
    long afterRequest() {
        return onSlowestClock(2 * interval + 2 * callTimeout) + forEnding();
    }

    /** From a cut of the leader's network to the next leader: a last renewal may be under way. */
    long afterCut() {
        return afterCrash() + onSlowestClock(callTimeout);
    }

    /** Returns the shortest call timeout of all candidates. */
    long shortestCall() {
        return shortestCall;
    }

    /**
     * From the end of all faults to the next leader: a call under way, the longest back-off, then as after a crash. If
     * the record was lost, candidates may wait for the longest ttl of the run.
     */
    long afterOutage(long longestTtl) {
        return backOff()
                + onSlowestClock(longestTtl / 10 * 11 + interval + jitter() + callTimeout + releaseDelay)
                + reservationDelay()
                + untilAnnounced()
                + settling();
    }

    /** From when a member is gone until another knows that it is chosen: a session, and some beats. */
    private static long untilChosen(long sessionNanos) {
        return 2 * sessionNanos;
    }

    /** The wait of a server that was made the master, and the longest back-off of a candidate that it puts off. */
    private long settling() {
        return kind == StoreKind.REPLICATED ? onSlowestClock(ttl / 10 * 11 + ttl / 2 + callTimeout) : 0;
    }

    /** From a promotion to the next leader: the old one does not outlive it, or a claim comes too early on it. */
    long afterFailOver() {
        return afterOutage(ttl);
    }

    /** From the end of an outage to the first call that succeeds: one call under way, and the longest back-off. */
    long backOff() {
        return onSlowestClock(callTimeout + ttl / 2);
    }

    /** From a claim whose answer was lost to its term: the first back-off, one look, and their transfers. */
    long afterLostAnswer() {
        return onSlowestClock(interval / 16 + hook)
                + takeoverDelay()
                + transfers()
                + (failing ? 2 * afterFailure() : 0)
                + (watchable ? 0 : settling());
    }

    /** From a release to the next leader: the next look, or a wake-up where the store has them. */
    long afterRelease() {
        return onSlowestClock((watchable ? interval / 20 + interval / 100 : interval) + jitter())
                + transfers()
                + untilAnnounced();
    }

    /**
     * From a release that the leader pushes to the next leader. A follower that is just between two questions asks the
     * next one after a short pause.
     */
    long afterPush() {
        return onSlowestClock(interval / 20 + interval / 100 + jitter() + SHORT_PAUSE)
                + 2 * TRANSFERS * NetworkConditions.NORMAL_NANOS
                + untilAnnounced();
    }

    /** From a release of which no push comes to the next leader: a push is shown until three quarters of a ttl. */
    long afterSilentRelease() {
        return afterRelease() + (watchable ? 0 : onSlowestClock(ttl / 4 * 3));
    }

    /**
     * From the end of the faults of a channel until all follow over it: the longest pause, then a look and a question.
     */
    long untilChannelWorks() {
        return onSlowestClock(LONGEST_PAUSE + 3 * interval + 2 * callTimeout + 2 * ttl);
    }

    /** The time that a leader may take to end its term after it was closed or resigned. */
    long forEnding() {
        return onSlowestClock(ending);
    }

    private long transfers() {
        return (long) TRANSFERS * kind.stepsPerCall() * NetworkConditions.NORMAL_NANOS;
    }

    private long jitter() {
        return interval / 10;
    }

    private long onSlowestClock(long ownNanos) {
        return ownNanos / slowestMillionths * 1_000_000 + 1_000_000;
    }
}
