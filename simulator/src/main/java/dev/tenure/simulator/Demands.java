package dev.tenure.simulator;

import dev.tenure.spi.Sighting;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What the chapters of a run demand once everything is healed: that things come about, and in time. */
final class Demands {
    private static final long MILLI = 1_000_000L;

    private final Cluster cluster;
    private final VirtualTime time;

    Demands(Cluster cluster) {
        this.cluster = cluster;
        this.time = cluster.time();
    }

    /** Demands that somebody fit leads within the given time. */
    void demandLeader(long within, String occasion) {
        long start = time.now();
        boolean led = await(within, () -> isSettled(start));
        if (!led && cluster.findings().isEmpty()) {
            find(
                    Check.LEADER_IN_TIME,
                    "nobody leads " + within / MILLI + " ms " + occasion + " at " + start / MILLI
                            + " ms; the record shows "
                            + Words.of(cluster.records().shown()));
        }
    }

    /** Tells whether somebody leads whom nobody has asked to stop, and has heard so from the store since. */
    private boolean isSettled(long sinceNanos) {
        Instance leader = cluster.leader();
        return leader != null
                && leader.stance().isFit()
                && leader.leadsOn()
                && leader.leadsFirmly()
                && leader.confirmedNanos() > sinceNanos
                && cluster.records().isWritten()
                && cluster.records().shown() instanceof Sighting.Held held
                && held.lease().token() == leader.token();
    }

    Bounds bounds() {
        return new Bounds(
                cluster.scenario(), cluster.candidates(), cluster.records().shown());
    }

    /** Returns for how long everybody still stays back. */
    long coolDown() {
        return cluster.fit().stream()
                .filter(instance -> !instance.leads() && !instance.isClosing())
                .mapToLong(instance -> Math.max(0, instance.coolUntilNanos() - time.now()))
                .min()
                .orElse(0);
    }

    /** Returns the next leader, unless that is one that is not fit to stay, or there is nobody fit to follow it. */
    @Nullable Instance leaderToFollow() {
        Instance leader = cluster.leader();
        if (leader == null || !leader.leadsOn()) {
            demandLeader(bounds().forEnding() + bounds().afterTerm() + coolDown(), "after a term has ended");
        }
        leader = cluster.leader();
        return leader != null && leader.stance().isFit() && cluster.fit().size() > 1 ? leader : null;
    }

    /** Wakes a process up again and again, for so long. */
    void rain(Instance instance, long nanos) {
        long until = time.now() + nanos;
        long gap = instance.trueLength(instance.timing().interval()) / 3;
        time.after(cluster.draw().between(0, gap), () -> {
            if (time.now() < until) {
                instance.nudge();
                rain(instance, until - time.now());
            }
        });
    }

    /** Lets time pass until a finding. */
    void pass(long nanos) {
        await(nanos, () -> false);
    }

    /** Lets time pass until the condition holds, or a finding. */
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
