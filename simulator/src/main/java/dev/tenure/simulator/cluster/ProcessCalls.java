package dev.tenure.simulator.cluster;

import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.simulator.scenario.PeerChannelSetup;
import dev.tenure.simulator.store.StoreSteps;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Backend;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
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
    private final StoreView view;
    private final @Nullable SimPeer peer;
    private final LeaseStore store;
    private @Nullable Object shownByPeer;
    private int storeCalls;
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
        this.view = new StoreView(cluster.store(), process, aside, this);
        PeerNetwork network = cluster.peers();
        PeerChannelSetup setup = cluster.further().channel();
        this.peer = network == null || setup == null ? null : new SimPeer(process, cluster, network, setup);
        this.store = peer == null || setup == null ? view : new PeerStoreView(view, peer, setup);
    }

    @Override
    public TermRevocations revocations() {
        return revocations;
    }

    /** Returns the store, behind the peer channel if there is one. */
    LeaseStore store() {
        return store;
    }

    /** Returns this process's part in the peer channel, or null if there is none. */
    @Nullable SimPeer peer() {
        return peer;
    }

    /** Tells whether a look at the election of the run would now show what the leader sent. */
    public boolean isPeerHealthy() {
        return peer != null && peer.isHealthy(SimStore.ELECTION);
    }

    /** Returns how many other processes wait here for news. */
    public int waitingPeers() {
        return peer == null ? 0 : peer.waiting();
    }

    /** Enables or disables the peer channel of this process. */
    public void enablePeer(boolean enabled) {
        SimPeer own = peer;
        if (own == null) {
            return;
        }
        cluster.time()
                .after(
                        0,
                        () -> process.threads()
                                .run(
                                        () -> { // after what waits for a pause to end
                                            if (own.isEnabled() != enabled && !process.isClosing()) {
                                                process.note(
                                                        "fault",
                                                        enabled ? 1 : 0,
                                                        () -> "has its channel " + (enabled ? "enabled" : "disabled"));
                                                own.enable(enabled);
                                            }
                                        }));
    }

    /** Returns how often this process has called the store for the record of the run. */
    public int storeCalls() {
        return storeCalls;
    }

    /** Tells whether a watch or an entry was opened and not closed. */
    boolean leaveSomethingOpen() {
        return view.leavesSomethingOpen();
    }

    /** Schedules timers again after the machine has slept. */
    void slept() {
        aside.wake();
        if (peer != null) {
            peer.slept();
        }
    }

    /** Ends the channel, as the close of a store does. */
    void close() {
        if (peer != null) {
            peer.close();
        }
    }

    /** Sends a call of a side election, other than a renewal. */
    List<String> sendAside(StoreCall<?> call, SimLoop.Reply reply) {
        StoreSteps.Call begun = view.begin(call);
        cluster.network().send(process, begun, reply);
        endIfGivenUp(call, begun);
        return begun.elections();
    }

    /** Sends any other call. */
    List<String> send(StoreCall<?> call, SimLoop.Reply reply) {
        StoreSteps.Call begun = view.begin(call);
        List<String> elections = begun.elections();
        if (begun.outcome() instanceof Sighting || begun.outcome() instanceof Answer) {
            shownByPeer = begun.outcome();
        } else if (isMain(elections)) {
            storeCalls += elections.isEmpty() ? 0 : 1;
            process.sends(call.urgency());
        }
        cluster.network().send(process, begun, reply);
        endIfGivenUp(call, begun);
        atNextCall = runSoon(atNextCall);
        if (call.urgency() == Urgency.RENEWAL) {
            atNextRenewal = runSoon(atNextRenewal);
        }
        return elections;
    }

    /**
     * Interrupts the thread of a call when its time is over. It ends a little earlier or later than the loop notices.
     */
    private void endIfGivenUp(StoreCall<?> call, StoreSteps.Call begun) {
        SimPeer own = peer;
        if (own != null && begun.outcome() == null) {
            own.atDeadline(call.deadlineNanos(), () -> {
                if (begun.outcome() == null) {
                    begun.endLate(new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "interrupted"));
                }
            });
        }
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

    /** Tells whether an outcome was not read from the store, but shown by the peer channel. */
    boolean isShownByPeer(Object outcome) {
        return outcome == shownByPeer;
    }

    private static String about(List<String> elections) {
        return elections.isEmpty() || elections.equals(List.of(SimStore.ELECTION)) ? "" : " in " + elections;
    }

    // ---- what the store has executed

    @Override
    public void granted(String election, long token, long decidedNanos) {
        if (election.equals(SimStore.ELECTION)) {
            revocations.checker().granted(token, view.isChosen(), cluster.time().now());
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
        } else {
            cluster.shards().released(election);
        }
    }

    @Override
    public Runnable watched(Runnable wakeUp) {
        return () -> cluster.push(process, wakeUp);
    }

    @Override
    public Backend.Watch watchAside(String election, Runnable wakeUp) {
        return cluster.shards().watch(election, watched(wakeUp));
    }
}
