package dev.tenure.simulator;

import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.TraceText;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Sighting;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lets time pass in a healed cluster, and checks that expected things happen in time. */
final class LivenessChecks {
    private static final long MILLI = 1_000_000L;

    private final Cluster cluster;
    private final VirtualTime time;

    LivenessChecks(Cluster cluster) {
        this.cluster = cluster;
        this.time = cluster.time();
    }

    /** Checks that a fit candidate leads within the given time. */
    void expectLeader(long within, String occasion) {
        long start = time.now();
        boolean led = await(within, () -> isSettled(start));
        if (!led && cluster.findings().isEmpty()) {
            find(
                    Check.LEADER_IN_TIME,
                    "no leader " + within / MILLI + " ms " + occasion + " at " + start / MILLI
                            + " ms; the record shows "
                            + TraceText.of(cluster.store().shown()));
        }
    }

    /** Tells whether a fit candidate leads, its term is not ending, and the store has confirmed it since. */
    private boolean isSettled(long sinceNanos) {
        CandidateProcess leader = cluster.leader();
        return leader != null
                && leader.setup().isFit()
                && leader.leadsOn()
                && leader.hasFreshTrust()
                && leader.confirmedNanos() > sinceNanos
                && cluster.store().isWrittenSinceFault()
                && cluster.store().shown() instanceof Sighting.Held held
                && held.lease().token() == leader.token();
    }

    LivenessBounds bounds() {
        return new LivenessBounds(
                cluster.scenario(),
                cluster.storeKind(),
                cluster.peers() != null,
                cluster.candidates(),
                cluster.store().shown());
    }

    /** Returns how long all followers still cool down. */
    long coolDown() {
        return cluster.fit().stream()
                .filter(process -> !process.leads() && !process.isClosing())
                .mapToLong(process -> Math.max(0, process.membership().coolUntilNanos() - time.now()))
                .min()
                .orElse(0);
    }

    /** Returns the leader, after waiting for one if necessary, or null if it or all its followers are unfit. */
    @Nullable CandidateProcess replaceableLeader() {
        CandidateProcess leader = cluster.leader();
        if (leader == null || !leader.leadsOn()) {
            expectLeader(bounds().forEnding() + bounds().afterTerm() + coolDown(), "after a term has ended");
        }
        leader = cluster.leader();
        return leader != null && leader.setup().isFit() && cluster.fit().size() > 1 ? leader : null;
    }

    /** Wakes a process repeatedly for the given time. */
    void wakeRepeatedly(CandidateProcess process, long nanos) {
        long until = time.now() + nanos;
        long gap = process.trueLength(process.timing().interval()) / 3;
        time.after(cluster.random().between(0, gap), () -> {
            if (time.now() < until) {
                process.wakeUp();
                wakeRepeatedly(process, until - time.now());
            }
        });
    }

    /** Lets time pass, at most until a finding. */
    void pass(long nanos) {
        await(nanos, () -> false);
    }

    /** Lets time pass until the condition holds, at most until a finding. Returns whether the condition holds. */
    boolean await(long nanos, BooleanSupplier condition) {
        time.runUntil(
                time.now() + nanos,
                () -> condition.getAsBoolean() || !cluster.findings().isEmpty());
        return condition.getAsBoolean();
    }

    void find(Check check, String text) {
        cluster.findings().add(check, time.now(), text);
    }
}
