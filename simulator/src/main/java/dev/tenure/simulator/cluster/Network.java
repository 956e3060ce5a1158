package dev.tenure.simulator.cluster;

import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.simulator.scenario.NetworkConditions;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.store.StoreSteps;
import dev.tenure.simulator.time.ProcessThreads;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Answer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The network between candidates and the store. It loses, delays and reorders calls and answers.
 *
 * <p>A call under way lands even if its deadline has passed or its sender has died or restarted.
 */
public final class Network {
    private final VirtualTime time;
    private final SeededRandom random;
    private final RunTrace trace;
    private final Scenario scenario;
    private final Set<PendingCall> underWay = new LinkedHashSet<>();
    private final Set<Integer> cutOff = new LinkedHashSet<>();
    private NetworkConditions conditions = NetworkConditions.healthy();
    private SlowTransfers slow = new SlowTransfers(0, 0, 0);
    private @Nullable ClaimDelay claimDelay;
    private boolean losesNextGrant;
    private boolean healed;

    /** The fate of a call. */
    enum Fate {
        ANSWERED,
        REFUSED_AT_ONCE,
        DENIED_AT_ONCE,
        NEVER_SENT,
        SWALLOWED,
        ANSWER_LOST,
        ANSWER_CUT,
        LANDS_LATE,
        GIVEN_UP_THEN_LANDS
    }

    /** A delay for the next claim, and a callback for when that claim is sent. */
    private record ClaimDelay(long nanos, Runnable sent) {}

    /** Longer transfers: of answers to one machine, and of requests of all others. */
    private record SlowTransfers(int machine, long answersNanos, long requestsNanos) {}

    /** The sender of a call. */
    interface Sender {
        String label();

        int machine();

        ProcessThreads threads();
    }

    Network(VirtualTime time, SeededRandom random, RunTrace trace, Scenario scenario) {
        this.time = time;
        this.random = random;
        this.trace = trace;
        this.scenario = scenario;
    }

    public void conditions(NetworkConditions next) {
        conditions = next;
    }

    public void cutOff(int machine) {
        cutOff.add(machine);
    }

    public void reconnect(int machine) {
        cutOff.remove(machine);
    }

    boolean isCutOff(int machine) {
        return cutOff.contains(machine);
    }

    /** Tells whether a claim of any sender may still land. */
    public boolean hasClaimUnderWay() {
        return underWay.stream().anyMatch(pending -> pending.mainClaim && pending.isToLand());
    }

    /** Ends all faults of the network. Delayed calls land now, so that no old call lands later. */
    void heal() {
        healed = true;
        cutOff.clear();
        conditions = NetworkConditions.healthy();
        underWay.stream().filter(PendingCall::isToLand).forEach(PendingCall::landNow);
    }

    /** Delays the answers to one machine and the requests of all others; zeros end that. */
    public void slowDown(int machine, long answersNanos, long requestsNanos) {
        slow = new SlowTransfers(machine, answersNanos, requestsNanos);
    }

    /** Loses the answer to the next claim that the store grants. */
    public void loseNextGrant() {
        losesNextGrant = true;
    }

    public boolean isToLoseGrant() {
        return losesNextGrant;
    }

    /** Delays the next claim. */
    public void delayNextClaim(long nanos, Runnable sent) {
        claimDelay = new ClaimDelay(nanos, sent);
    }

    /** Sends the next step of a call. */
    void send(Sender sender, StoreSteps.Call call, SimLoop.Reply reply) {
        Object known = call.outcome();
        if (known != null) {
            time.after(0, () -> sender.threads().run(() -> deliver(known, reply))); // nothing to ask the store
            return;
        }
        ClaimDelay delayed = claimDelay;
        if (delayed != null && !healed && isMainClaim(call) && call.isFirstStep()) {
            claimDelay = null;
            trace.note(sender.label(), "sends", delayed.nanos(), () -> "a claim that is delayed" + next(call));
            travel(sender, call, reply, Fate.LANDS_LATE, delayed.nanos());
            delayed.sent().run();
            return;
        }
        Fate fate = cutOff.contains(sender.machine()) ? fateBehindCut() : fate();
        trace.note(sender.label(), "sends", fate.name().hashCode(), () -> call.urgency() + " " + fate + next(call));
        switch (fate) {
            case ANSWERED, ANSWER_LOST, ANSWER_CUT -> travel(sender, call, reply, fate, requestNanos(sender));
            case REFUSED_AT_ONCE -> fail(sender, call, reply, StoreException.Kind.UNREACHABLE, "connection refused");
            case DENIED_AT_ONCE -> fail(sender, call, reply, StoreException.Kind.MISCONFIGURED, "access denied");
            case NEVER_SENT -> {
                if (call.isFirstStep()) {
                    reply.otherwise(StoreException.Kind.UNREACHABLE);
                }
            }
            case SWALLOWED -> {}
            case LANDS_LATE ->
                travel(
                        sender,
                        call,
                        reply,
                        fate,
                        random.anySizeUpTo(3 * scenario.ttls().longest()));
            case GIVEN_UP_THEN_LANDS -> {
                travel(
                        sender,
                        call,
                        reply,
                        fate,
                        random.anySizeUpTo(2 * scenario.ttls().longest()));
                fail(sender, call, reply, StoreException.Kind.OUTCOME_UNKNOWN, "connection reset");
            }
        }
    }

    private static String next(StoreSteps.Call call) {
        return ", step " + call.nextNumber() + " " + call.nextText();
    }

    /** Hands the outcome of a step to its call, which ends or sends its next step, unless it was given up. */
    private void goOn(Sender sender, StoreSteps.Call call, SimLoop.Reply reply, Object heard) {
        if (reply.isResolved()) {
            call.endLate(heard);
            return;
        }
        call.goOn(heard);
        Object outcome = call.outcome();
        if (outcome == null) {
            send(sender, call, reply);
        } else {
            deliver(outcome, reply);
        }
    }

    private static void deliver(Object outcome, SimLoop.Reply reply) {
        if (outcome instanceof StoreException failure) {
            reply.fails(failure);
        } else {
            reply.answers(outcome);
        }
    }

    private Fate fate() {
        if (!random.chance(conditions.lossPercent())) {
            return Fate.ANSWERED;
        }
        return random.oneOf(List.of(Fate.values()));
    }

    /** Draws the fate of a call of a machine that is cut off. After the faults have ended, such a call never lands. */
    private Fate fateBehindCut() {
        return random.oneOf(
                healed
                        ? List.of(Fate.REFUSED_AT_ONCE, Fate.NEVER_SENT, Fate.SWALLOWED)
                        : List.of(Fate.REFUSED_AT_ONCE, Fate.NEVER_SENT, Fate.SWALLOWED, Fate.LANDS_LATE));
    }

    private void fail(Sender sender, StoreSteps.Call call, SimLoop.Reply reply, StoreException.Kind kind, String why) {
        StoreException failure = new StoreException(kind, why);
        time.after(
                conditions.transferNanos(random), () -> sender.threads().run(() -> goOn(sender, call, reply, failure)));
    }

    private long requestNanos(Sender sender) {
        boolean isSlow = sender.machine() != slow.machine() && slow.requestsNanos() > 0;
        return isSlow ? random.between(0, slow.requestsNanos()) : conditions.transferNanos(random);
    }

    private long answerNanos(Sender sender) {
        boolean isSlow = sender.machine() == slow.machine() && slow.answersNanos() > 0;
        return isSlow ? random.between(0, slow.answersNanos()) : conditions.transferNanos(random);
    }

    private void travel(Sender sender, StoreSteps.Call call, SimLoop.Reply reply, Fate fate, long nanos) {
        PendingCall pending = new PendingCall(sender, call, reply, fate);
        underWay.add(pending);
        if (random.chance(conditions.slowPercent())) {
            // The sending thread is slow, and stops with its process: a pause may come before the call leaves.
            time.after(random.between(0, nanos), () -> sender.threads().run(() -> pending.leave(nanos)));
        } else {
            pending.leave(nanos);
        }
    }

    /** A call under way to the store. */
    private final class PendingCall {
        private final Sender sender;
        private final StoreSteps.Call call;
        private final Supplier<?> step;
        private final int number;
        private final boolean mainClaim;
        private final SimLoop.Reply reply;
        private Fate fate;
        private VirtualTime.@Nullable Event event;

        PendingCall(Sender sender, StoreSteps.Call call, SimLoop.Reply reply, Fate fate) {
            this.sender = sender;
            this.call = call;
            this.step = call.nextStep();
            this.number = call.nextNumber();
            this.mainClaim = isMainClaim(call);
            this.reply = reply;
            this.fate = fate;
        }

        void leave(long nanos) {
            if (event == null) {
                event = time.after(nanos, this::land);
            }
        }

        /** Tells whether this call will land: not if its process died before it was sent. */
        boolean isToLand() {
            return event != null || !sender.threads().areGone();
        }

        void landNow() {
            if (event != null) {
                event.cancel();
            }
            event = time.after(0, this::land);
        }

        private void land() {
            underWay.remove(this);
            Object answer = step.get();
            trace.note(sender.label(), "lands", call.urgency().name().hashCode(), () -> describe(answer));
            if (losesNextGrant && mainClaim && isGrant(answer)) {
                losesNextGrant = false;
                fate = Fate.ANSWER_CUT;
            }
            if (fate == Fate.ANSWERED || fate == Fate.LANDS_LATE) {
                time.after(answerNanos(sender), () -> answer(answer));
            } else if (fate == Fate.ANSWER_CUT) {
                fail(sender, call, reply, StoreException.Kind.OUTCOME_UNKNOWN, "connection reset");
            }
        }

        private void answer(Object answer) {
            if (!cutOff.contains(sender.machine())) {
                sender.threads().run(() -> goOn(sender, call, reply, answer));
            }
        }

        private String describe(Object answer) {
            String dead = sender.threads().areGone() ? " of a dead process" : "";
            return call.urgency() + ", step " + number + dead + ": " + TraceText.of(answer);
        }
    }

    private static boolean isMainClaim(StoreSteps.Call call) {
        return call.urgency() == Urgency.CLAIM && call.elections().contains(SimStore.ELECTION);
    }

    private static boolean isGrant(Object answer) {
        return answer instanceof Answer.Granted || (answer instanceof Optional<?> version && version.isPresent());
    }
}
