package dev.tenure.simulator;

import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.Machine;
import dev.tenure.simulator.cluster.TraceText;
import dev.tenure.simulator.faults.FaultInjector;
import dev.tenure.simulator.faults.OperatorActions;
import dev.tenure.simulator.faults.PeerFaults;
import dev.tenure.simulator.scenario.FaultKind;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The phases of a run: many faults, recovery, no faults, single faults, and the close of all candidates.
 *
 * <p>During the first phase only safety is checked. Afterwards a candidate must lead in time, keep its term while there
 * are no faults, and have a successor in time when it crashes, resigns or is closed.
 */
final class RunPhases {
    private final Cluster cluster;
    private final VirtualTime time;
    private final SeededRandom random;
    private final LivenessChecks checks;
    private long othersWaitUntilNanos;
    private final LeaderChoicePhases leaderChoice;
    private final ShardPhases shards;
    private final PeerPhases peers;
    private final StorePhases storePhases;

    RunPhases(Cluster cluster) {
        this.cluster = cluster;
        this.checks = new LivenessChecks(cluster);
        this.leaderChoice = new LeaderChoicePhases(cluster, checks);
        this.shards = new ShardPhases(cluster, checks);
        this.peers = new PeerPhases(cluster, checks);
        this.storePhases = new StorePhases(cluster, checks);
        this.time = cluster.time();
        this.random = cluster.random();
    }

    void run() {
        cluster.machines().forEach(cluster::start);
        new FaultInjector(cluster).begin();
        new PeerFaults(cluster).begin();
        checks.pass(cluster.scenario().ttls().nanos() * (6 + random.below(14)));
        List<Runnable> phases = List.of(
                this::recover,
                shards::recover,
                storePhases::awaitChoice,
                leaderChoice::settle,
                this::stayWithoutFaults,
                leaderChoice::request,
                leaderChoice::killBetterCandidate,
                this::loseAnswer,
                this::cutLeaderOff,
                this::crash,
                this::handOver,
                peers::run,
                shards::share,
                storePhases::failOver,
                storePhases::rebalance,
                this::closeAll);
        for (Runnable phase : phases) {
            if (cluster.findings().isEmpty()) {
                phase.run();
            }
        }
    }

    /** Ends all faults: a candidate must lead soon, whatever state the faults have left behind. */
    private void recover() {
        cluster.heal();
        LivenessBounds bounds = checks.bounds();
        if (cluster.contenders().stream().allMatch(CandidateProcess::isClosing)) {
            checks.await(bounds.forEnding(), () -> cluster.contenders().isEmpty());
        }
        if (cluster.fit().stream().allMatch(CandidateProcess::isClosing)) {
            checks.await(
                    bounds.forEnding()
                            + bounds.afterOutage(cluster.scenario().ttls().longest()),
                    () -> cluster.fit().isEmpty() && cluster.isSafeToStart());
        }
        if (cluster.isSafeToStart()) {
            cluster.startMissing();
        }
        bounds = checks.bounds();
        boolean ending = cluster.candidates().stream()
                .anyMatch(candidate -> candidate.isClosing() || (candidate.leads() && !candidate.leadsOn()));
        long within = bounds.afterOutage(cluster.scenario().ttls().longest())
                + checks.coolDown()
                + (ending ? bounds.forEnding() : 0);
        checks.expectLeader(within, "after the outage");
        cluster.startMissing();
    }

    /**
     * A short sleep after the claim was sent, and clocks that drift apart since, end a term without any further fault.
     */
    private static boolean mayHaveSleptSinceItsClaim(CandidateProcess leader) {
        long claimedNanos =
                leader.confirmedNanos() - leader.trueLength(leader.timing().callTimeout());
        return leader.home().clock().restartedNanos() > claimedNanos;
    }

    /** Only wakes candidates and changes settings: the leader must keep its term, and all must know it. */
    private void stayWithoutFaults() {
        CandidateProcess leader = cluster.leader();
        long length = 3 * cluster.scenario().ttls().longest();
        if (cluster.neverSettles() || leader == null || !leaderChoice.isSettled()) {
            leaderChoice.stayLed(length);
            return;
        }
        if (mayHaveSleptSinceItsClaim(leader)) {
            checks.pass(length);
            return;
        }
        long token = leader.token();
        for (CandidateProcess process : cluster.processes()) {
            checks.wakeRepeatedly(process, length);
            if (cluster.scenario().has(Feature.RECONFIGURATION) && random.chance(50)) {
                time.after(random.between(0, length / 2), () -> reconfigure(process));
            }
        }
        checks.pass(length);
        if (cluster.findings().isEmpty() && (!leader.leads() || leader.token() != token)) {
            checks.find(Check.CALM, leader.label() + " lost its term " + token + " although there were no faults");
        }
        for (int index = 0; index < cluster.scenario().sideElections(); index++) {
            if (cluster.findings().isEmpty() && cluster.leadersAside(index).isEmpty()) {
                checks.find(Check.LEADER_IN_TIME, "nobody leads in side election " + (index + 1));
            }
        }
        for (CandidateProcess process : cluster.processes()) {
            if (cluster.findings().isEmpty() && process.seenToken() != token) {
                checks.find(Check.CALM, process.label() + " does not know that " + leader.label() + " leads");
            }
        }
    }

    /** Changes settings at once, or those of a leader while a renewal with the old ones is under way. */
    private void reconfigure(CandidateProcess process) {
        Runnable change = () -> new OperatorActions(cluster).reconfigure(process);
        if (process.leads()) {
            process.calls().atNextRenewal(change);
        } else {
            change.run();
        }
    }

    /** Lets the leader resign and loses the answer to the next granted claim: its sender must find out soon. */
    private void loseAnswer() {
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null) {
            return;
        }
        cluster.network().loseNextGrant();
        leader.resign();
        LivenessBounds bounds = checks.bounds();
        if (!checks.await(
                bounds.forEnding() + bounds.afterRelease() + checks.coolDown(),
                () -> !cluster.network().isToLoseGrant())) {
            checks.find(Check.LEADER_IN_TIME, "no candidate claimed after " + leader.label() + " resigned");
            return;
        }
        // A candidate that claims before it has read the roster hands over when it sees a better one there.
        long givenBack = cluster.scenario().has(Feature.ROSTER) ? bounds.afterTerm() + checks.coolDown() : 0;
        checks.expectLeader(bounds.afterLostAnswer() + givenBack, "after the answer to a claim was lost");
    }

    /**
     * Cuts the leader off while all others are healthy, so that the next one takes over as early as the rules allow.
     * This reveals trust that lasts too long and waits that are too short, especially if the last answer to the leader,
     * or the reads of the others, were slow.
     */
    private void cutLeaderOff() {
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null) {
            return;
        }
        LivenessBounds bounds = checks.bounds();
        boolean answers = random.chance(50);
        long slow = bounds.shortestCall() / 10 * 9;
        cluster.network().slowDown(leader.machine(), answers ? slow : 0, answers ? 0 : slow);
        long start = time.now();
        checks.await(bounds.afterCrash(), () -> leader.confirmedNanos() > start || !leader.leads());
        cluster.network().slowDown(0, 0, 0);
        cluster.network().cutOff(leader.machine());
        cluster.letWorkHang(true);
        if (cluster.scenario().has(FaultKind.SLEEP)) {
            time.after(random.between(0, leader.timing().ttl().toNanos()), () -> sleepBriefly(leader));
        }
        checks.expectLeader(bounds.afterCut() + checks.coolDown(), "after the leader was cut off");
        cluster.letWorkHang(false);
        cluster.network().reconnect(leader.machine());
        leader.heal();
        checks.pass(bounds.backOff());
    }

    /** Lets the machine sleep for less time than its candidate can notice by the clocks. */
    private void sleepBriefly(CandidateProcess process) {
        if (!process.isGone() && !process.threads().arePaused()) {
            process.note("fault", 0, () -> "sleeps briefly");
            Machine machine = process.home();
            machine.sleep();
            long most = process.timing().margin().toNanos() / 2;
            time.after(random.between(0, most), () -> machine.wake(random.chance(50)));
        }
    }

    private void crash() {
        checks.pass(random.between(0, cluster.scenario().ttls().nanos()));
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null) {
            return;
        }
        LivenessBounds bounds = checks.bounds();
        leader.end();
        othersWaitUntilNanos = time.now() + bounds.afterCrash();
        checks.expectLeader(bounds.afterCrash() + checks.coolDown(), "after a crash");
        cluster.startMissing();
    }

    /**
     * Closes the leader: it must finish, and another must lead soon after its release. The others may still be waiting
     * for the leader that crashed before.
     */
    private void handOver() {
        checks.pass(random.between(0, cluster.scenario().ttls().nanos()));
        CandidateProcess leader = checks.replaceableLeader();
        if (leader == null) {
            return;
        }
        long token = cluster.store().shown().lastToken();
        long coolDown = checks.coolDown();
        LivenessBounds bounds = checks.bounds();
        leader.close();
        BooleanSupplier released = () -> !(cluster.store().shown() instanceof Sighting.Held held)
                || held.lease().token() != token;
        if (checks.await(bounds.forEnding(), released)) {
            long waiting = Math.max(0, othersWaitUntilNanos - time.now());
            checks.expectLeader(Math.max(bounds.afterRelease() + coolDown, waiting), "after a release");
        } else {
            checks.find(Check.CLOSE, leader.label() + " was closed, and did not release");
        }
    }

    /** Closes all candidates: all must finish, and leave only the mark of a release in the record. */
    private void closeAll() {
        List<CandidateProcess> all = cluster.processes();
        long within = checks.bounds().forEnding();
        all.forEach(CandidateProcess::close);
        checks.await(within, () -> all.stream().allMatch(CandidateProcess::isGone));
        for (CandidateProcess process : all) {
            if (cluster.findings().isEmpty() && !process.hasFinished()) {
                checks.find(Check.CLOSE, process.label() + " was closed, and did not finish");
            }
        }
        if (cluster.findings().isEmpty() && cluster.store().shown() instanceof Sighting.Held held) {
            checks.find(Check.CLOSE, "all candidates are closed, and the record still shows " + TraceText.of(held));
        }
    }
}
