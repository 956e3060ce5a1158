package dev.tenure.simulator.cluster;

import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.simulator.store.StoreSteps;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.Renewal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one process to the store. Only what they are and say about the election of the run is passed on to its
 * checks: a call may be about several elections at once.
 */
public final class ProcessCalls implements StoreView.CallListener {
    private final CandidateProcess process;
    private final Cluster cluster;
    private final StoreView store;
    private final SimLoop aside;
    private final TermRevocations revocations;
    private @Nullable Runnable atNextCall;
    private @Nullable Runnable atNextRenewal;

    ProcessCalls(CandidateProcess process, Cluster cluster) {
        this.process = process;
        this.cluster = cluster;
        this.revocations = new TermRevocations(process, cluster);
        this.aside = new SimLoop(
                cluster.time(),
                process.home().clock(),
                process.threads(),
                this::sendAside,
                (u, about, heard, sent) -> {});
        this.store = new StoreView(cluster.store(), process, aside, this);
    }

    /** Schedules timers again after the machine has slept. */
    void slept() {
        aside.wake();
    }

    @Override
    public TermRevocations revocations() {
        return revocations;
    }

    StoreView store() {
        return store;
    }

    /** Sends a call of a side election, other than a renewal. */
    List<String> sendAside(StoreCall<?> call, SimLoop.Reply reply) {
        StoreSteps.Call begun = store.begin(call);
        cluster.network().send(process, begun, reply);
        return begun.elections();
    }

    /** Sends any other call. */
    List<String> send(StoreCall<?> call, SimLoop.Reply reply) {
        StoreSteps.Call begun = store.begin(call);
        List<String> elections = begun.elections();
        if (isMain(elections)) {
            process.sends(call.urgency());
        }
        cluster.network().send(process, begun, reply);
        atNextCall = runSoon(atNextCall);
        if (call.urgency() == Urgency.RENEWAL) {
            atNextRenewal = runSoon(atNextRenewal);
        }
        return elections;
    }

    private @Nullable Runnable runSoon(@Nullable Runnable action) {
        if (action != null) {
            cluster.time().after(0, action);
        }
        return null;
    }

    /** Runs the action when the next call is under way. */
    public void atNext(Runnable action) {
        atNextCall = action;
    }

    /** Runs the action when the next renewal is under way. */
    public void atNextRenewal(Runnable action) {
        atNextRenewal = action;
    }

    private static boolean isMain(List<String> elections) {
        return elections.isEmpty() || elections.contains(SimStore.ELECTION);
    }

    /** Hears the outcome of a call that {@link #send} has sent. */
    void onOutcome(Urgency urgency, List<String> elections, Object outcome, long sentNanos) {
        if (outcome instanceof Renewal.Lost) {
            revocations.toldLost(process.token());
        }
        process.note("hears", TraceText.kind(outcome).hashCode(), () -> TraceText.of(outcome) + about(elections));
        if (outcome instanceof List<?> renewals && elections.size() == renewals.size()) {
            int index = elections.indexOf(SimStore.ELECTION);
            if (index >= 0 && renewals.get(index) instanceof Optional<?> renewal && renewal.isPresent()) {
                process.hears(urgency, renewal.get(), sentNanos);
            }
        } else if (isMain(elections)) {
            process.hears(urgency, outcome, sentNanos);
        }
    }

    private static String about(List<String> elections) {
        return elections.isEmpty() || elections.equals(List.of(SimStore.ELECTION)) ? "" : " in " + elections;
    }

    // ---- what the store has executed

    @Override
    public void granted(String election, long token, long decidedNanos) {
        if (election.equals(SimStore.ELECTION)) {
            revocations
                    .checker()
                    .granted(token, store.isChosen(), cluster.time().now());
            cluster.granted(process.label(), token, decidedNanos);
            cluster.takeovers()
                    .granted(
                            token,
                            cluster.store().wasUnreleased(),
                            process.home().clock().millionths(),
                            cluster.time().now());
        } else {
            cluster.sideTokens(election)
                    .granted(process.label(), token, cluster.time().now());
        }
    }

    @Override
    public void released(String election, long token) {
        if (election.equals(SimStore.ELECTION)) {
            String running = process.isGone() ? null : process.application().stillRunning(token);
            cluster.releases()
                    .released(process.label(), token, running, cluster.time().now());
        }
    }

    @Override
    public Runnable watched(Runnable wakeUp) {
        return () -> cluster.push(process, wakeUp);
    }
}
