package dev.tenure.simulator.cluster;

import dev.tenure.simulator.checks.RevocationChecker;
import dev.tenure.simulator.store.GroupMember.RevocationListener;
import java.time.Duration;

/** Watches that one process ends the terms that a store which chooses takes back. */
final class TermRevocations implements RevocationListener {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final CandidateProcess process;
    private final Cluster cluster;
    private final RevocationChecker checker;

    TermRevocations(CandidateProcess process, Cluster cluster) {
        this.process = process;
        this.cluster = cluster;
        this.checker = new RevocationChecker(process.label(), cluster.findings());
    }

    RevocationChecker checker() {
        return checker;
    }

    @Override
    public void askedBack(long token) {
        if (checker.asked(token)) {
            process.note("hears", token, () -> "the group asks for " + token);
            expectEnd(token, process.closeWithin());
        }
    }

    @Override
    public void toldLost(long token) {
        if (checker.lost(token)) {
            process.note("hears", token, () -> "the group has taken " + token + " away");
            expectEnd(token, AT_ONCE);
        }
    }

    /** Expects that the process no longer leads by this term after the given time on its clock, pauses excepted. */
    private void expectEnd(long token, Duration within) {
        long start = cluster.time().now();
        cluster.time().after(process.trueLength(within), () -> {
            if (!process.leads() || process.token() != token) {
                return;
            }
            if (process.threads().havePausedSince(start)) {
                expectEnd(token, within);
            } else {
                checker.stillLeads(token, cluster.time().now());
            }
        });
    }
}
