package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.Timing;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.simulator.checks.CallRateChecker;
import dev.tenure.simulator.checks.CandidateKnowledge;
import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.checks.EventOrderChecker;
import dev.tenure.simulator.checks.Findings;
import dev.tenure.simulator.checks.RevocationChecker;
import dev.tenure.simulator.checks.UnsettledWriteChecker;
import dev.tenure.simulator.time.VirtualTime;

/** The checkers that watch the calls and events of one process, and what it has read from the store. */
final class ProcessChecks {
    private final String label;
    private final VirtualTime time;
    private final Findings findings;
    private final RevocationChecker revocations;
    private final EventOrderChecker events;
    private final CallRateChecker calls;
    private final UnsettledWriteChecker writes;
    private final CandidateKnowledge knowledge;
    private long startsOverNanos = -1;

    ProcessChecks(CandidateProcess process, Timing timing, Cluster cluster) {
        this.label = process.label();
        this.time = cluster.time();
        this.findings = cluster.findings();
        this.revocations = process.calls().revocations().checker();
        this.events = new EventOrderChecker(label, findings);
        this.calls = new CallRateChecker(label, process.trueLength(timing.interval()), findings);
        this.writes = new UnsettledWriteChecker(label, process.trueLength(timing.ttl()), findings);
        this.knowledge = new CandidateKnowledge(process.identity().instance());
    }

    /** Records that a call is sent, and whether this candidate may be able to lead. */
    void sends(Urgency urgency, boolean able) {
        calls.called(time.now());
        if (urgency == Urgency.CLAIM) {
            writes.claims(time.now());
            if (!able) {
                findings.add(Check.ONLY_ABLE_CLAIM, time.now(), label + " claims, but is not able to lead");
            }
        }
    }

    /**
     * Records the outcome of a call. An engine that starts over takes in nothing that was sent for the one before. A
     * record that a peer showed does not say what became of a write.
     */
    void hears(Urgency urgency, Object outcome, long sentNanos, boolean fromStore) {
        if (sentNanos < startsOverNanos) {
            return;
        }
        if (fromStore) {
            writes.heard(outcome, urgency == Urgency.CLAIM || urgency == Urgency.RENEWAL, sentNanos);
        }
        knowledge.onOutcome(outcome, sentNanos);
    }

    /** Records an event and the token that is published then. An injected failure of the engine is no finding. */
    void tells(ElectionEvent event, long published) {
        boolean injected =
                event instanceof ElectionEvent.Warning warning && warning.error() instanceof EngineFaults.EngineFault;
        if (!injected) {
            events.onEvent(event, published, time.now());
            revocations.onEvent(event, time.now());
        }
    }

    void reconfigured(CandidateProcess process, Timing timing) {
        calls.intervalChanged(process.trueLength(timing.interval()));
        writes.ttlChanged(process.trueLength(timing.ttl()));
    }

    /** Records that the engine has failed, and starts over after this true time at the earliest. */
    void engineStartsOverAfter(long nanos) {
        startsOverNanos = time.now() + nanos;
        writes.startsOver();
    }

    CandidateKnowledge knowledge() {
        return knowledge;
    }
}
