package dev.tenure.simulator;

import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.ShardSet;
import dev.tenure.simulator.time.SeededRandom;
import java.util.List;

/**
 * The phases of a run that check how candidates share a set of shards: every shard is led in time, the shares are even
 * in time, and no shard moves without need.
 */
final class ShardPhases {
    private static final long MILLI = 1_000_000L;

    private final Cluster cluster;
    private final ShardSet shards;
    private final LivenessChecks checks;
    private final SeededRandom random;

    ShardPhases(Cluster cluster, LivenessChecks checks) {
        this.cluster = cluster;
        this.shards = cluster.shards();
        this.checks = checks;
        this.random = cluster.random();
    }

    /** After the faults every shard must be led in time. */
    void recover() {
        if (shards.size() > 0) {
            expectLeaders(checks.bounds().afterOutage(cluster.scenario().ttls().longest()), "after the outage");
        }
    }

    /** Waits until the shares are even, and then lets a candidate crash, another join, and one close. */
    void share() {
        if (shards.size() == 0) {
            return;
        }
        cluster.startMissing();
        expectBalance(LivenessBounds.mostDoublings() * checks.bounds().longestTtl(), "after all faults");
        stay();
        for (Runnable change : List.<Runnable>of(this::crash, this::join, this::close, this::join)) {
            if (cluster.findings().isEmpty()) {
                change.run();
                stay();
            }
        }
    }

    /** Lets a candidate crash. Its shards may move twice, if one that has enough takes them first. */
    private void crash() {
        CandidateProcess victim = random.oneOf(shards.sharers());
        int orphans = shards.led(victim);
        int terms = shards.terms();
        LivenessBounds bounds = checks.bounds();
        victim.end();
        if (shards.sharers().isEmpty()) {
            cluster.startMissing();
        }
        expectLeaders(bounds.afterCrash(), "after a crash");
        expectBalance(bounds.untilSharesAreEven(), "after a crash");
        expectMoves(2 * orphans, terms, "after a crash");
    }

    /** Lets a candidate join. It must get its share, and nothing else may move. */
    private void join() {
        int terms = shards.terms();
        long before = shards.sharers().size();
        cluster.startMissing();
        long joined = shards.sharers().size();
        expectBalance(checks.bounds().untilSharesAreEven(), "after a candidate has joined");
        if (joined == before + 1) {
            expectMoves((int) (shards.size() / joined), terms, "after a candidate has joined");
        }
    }

    /** Closes a candidate, which hands its shards over to those that are seen alive just then. */
    private void close() {
        List<CandidateProcess> sharers = shards.sharers();
        if (sharers.size() < 2) {
            return;
        }
        CandidateProcess closing = random.oneOf(sharers);
        int led = shards.led(closing);
        int terms = shards.terms();
        LivenessBounds bounds = checks.bounds();
        closing.close();
        checks.await(bounds.forEnding(), closing::isGone);
        expectLeaders(bounds.afterTerm(), "after a candidate has closed");
        expectBalance(bounds.untilSharesAreEven(), "after a candidate has closed");
        expectMoves(2 * led, terms, "after a candidate has closed");
    }

    /**
     * Lets time pass in which no shard may move. Before that the dead leave the roster: they have a share until then.
     */
    private void stay() {
        checks.pass(2 * checks.bounds().longestTtl());
        expectBalance(checks.bounds().untilSharesAreEven(), "after the dead have left the roster");
        int terms = shards.terms();
        checks.pass(3 * cluster.scenario().ttls().longest());
        if (cluster.findings().isEmpty() && shards.terms() != terms && isReservationLongEnough()) {
            checks.find(Check.SHARDS_STAY, "shards moved although the shares were even: " + shards.describe());
        }
    }

    private void expectLeaders(long within, String occasion) {
        if (!checks.await(within, () -> shards.free().isEmpty())
                && cluster.findings().isEmpty()) {
            checks.find(
                    Check.LEADER_IN_TIME,
                    "shards without a leader " + within / MILLI + " ms " + occasion + ": " + shards.describe());
        }
    }

    private void expectBalance(long within, String occasion) {
        boolean even = checks.await(within, shards::isBalanced);
        if (!even && isReservationLongEnough() && cluster.findings().isEmpty()) {
            checks.find(
                    Check.SHARES_EVEN,
                    "uneven shares " + within / MILLI + " ms " + occasion + ": " + shards.describe());
        }
    }

    private void expectMoves(int most, int termsBefore, String occasion) {
        int moved = shards.terms() - termsBefore;
        if (moved > most && isReservationLongEnough() && cluster.findings().isEmpty()) {
            checks.find(
                    Check.SHARDS_STAY,
                    moved + " shards moved " + occasion + ", and " + most + " may: " + shards.describe());
        }
    }

    /**
     * Tells whether shards go to those they are handed to. A shard is reserved for one interval of the candidate that
     * hands it over. That is enough for a successor that is woken up or has the same timing; others may miss it.
     */
    private boolean isReservationLongEnough() {
        return cluster.scenario().watchable() || !cluster.scenario().ttls().mixed();
    }
}
