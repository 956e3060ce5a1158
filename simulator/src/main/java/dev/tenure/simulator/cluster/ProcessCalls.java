package dev.tenure.simulator.cluster;

import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one process to the store. Only what they are and say about the election of the run is passed on to its
 * checks: a call may be about several elections at once.
 */
public final class ProcessCalls implements StoreView.CallListener {
    private final CandidateProcess process;
    private final Cluster cluster;
    private final StoreView store;
    private @Nullable Runnable atNextCall;
    private @Nullable Runnable atNextRenewal;

    ProcessCalls(CandidateProcess process, Cluster cluster) {
        this.process = process;
        this.cluster = cluster;
        this.store = new StoreView(cluster.store(), process.home().clock(), this);
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
        Object told = outcome instanceof RoundAnswer answer ? onlyPartOf(answer) : outcome;
        process.note("hears", TraceText.kind(told).hashCode(), () -> TraceText.of(told) + about(elections));
        if (outcome instanceof RoundAnswer answer) {
            answersOf(answer, elections).forEach(each -> process.hears(each.urgency(), each.said(), sentNanos));
        } else if (isMain(elections)) {
            process.hears(urgency, outcome, sentNanos);
        }
    }

    /** What an answer says about the election of the run. */
    private record MainAnswer(Urgency urgency, Object said) {}

    private static List<MainAnswer> answersOf(RoundAnswer answer, List<String> written) {
        List<MainAnswer> all = new ArrayList<>();
        int index = written.indexOf(SimStore.ELECTION);
        int renewals = answer.renewals().size();
        if (index >= 0 && index < renewals) {
            answer.renewals().get(index).ifPresent(said -> all.add(new MainAnswer(Urgency.RENEWAL, said)));
        } else if (index >= renewals && index - renewals < answer.claims().size()) {
            answer.claims().get(index - renewals).ifPresent(said -> all.add(new MainAnswer(Urgency.CLAIM, said)));
        }
        Sighting seen = answer.sightings().get(SimStore.ELECTION);
        if (seen != null) {
            all.add(new MainAnswer(Urgency.LOOK, seen));
        }
        return all;
    }

    /** Returns what an answer says, if it answers a single call, and else the answer itself. */
    private static Object onlyPartOf(RoundAnswer answer) {
        List<Object> parts = new ArrayList<>(answer.sightings().values());
        answer.renewals().forEach(renewal -> renewal.ifPresent(parts::add));
        answer.claims().forEach(claim -> claim.ifPresent(parts::add));
        return parts.size() == 1 ? parts.get(0) : answer;
    }

    private static String about(List<String> elections) {
        return elections.isEmpty() || elections.equals(List.of(SimStore.ELECTION)) ? "" : " in " + elections;
    }

    // ---- what the store has executed

    @Override
    public void granted(String election, long token, long decidedNanos) {
        if (election.equals(SimStore.ELECTION)) {
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
