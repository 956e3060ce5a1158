package dev.tenure.simulator;

import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.spi.Answer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries calls from candidates to the store and outcomes back, and loses, delays and mixes them up.
 *
 * <p>A call that is on its way lands even if its sender has given it up, has died, or has started anew.
 */
final class Network {
    private final VirtualTime time;
    private final Draw draw;
    private final Trace trace;
    private final Scenario scenario;
    private final Set<Landing> underWay = new LinkedHashSet<>();
    private final Set<Integer> cutOff = new LinkedHashSet<>();
    private Weather weather = Weather.fine();
    private Slowed slowed = new Slowed(0, 0, 0);
    private @Nullable Late late;
    private boolean losesNextGrant;
    private boolean healed;

    /** What becomes of a call. */
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

    /** The next claim is to take this long to land; whoever wants that hears when it is sent. */
    private record Late(long nanos, Runnable sent) {}

    private record Slowed(int machine, long answersNanos, long requestsNanos) {}

    /** Who sends a call. */
    interface Sender {
        String label();

        int machine();

        Threads threads();
    }

    Network(VirtualTime time, Draw draw, Trace trace, Scenario scenario) {
        this.time = time;
        this.draw = draw;
        this.trace = trace;
        this.scenario = scenario;
    }

    void weather(Weather next) {
        weather = next;
    }

    void cutOff(int machine) {
        cutOff.add(machine);
    }

    void reconnect(int machine) {
        cutOff.remove(machine);
    }

    boolean isCutOff(int machine) {
        return cutOff.contains(machine);
    }

    /** Tells whether some claim may yet land, from whomever. */
    boolean hasClaimUnderWay() {
        return underWay.stream().anyMatch(landing -> landing.call.urgency() == Urgency.CLAIM && landing.isToLand());
    }

    /** Heals everything, and lets what was held up somewhere land at once, so that nothing old comes afterwards. */
    void heal() {
        healed = true;
        cutOff.clear();
        weather = Weather.fine();
        underWay.stream().filter(Landing::isToLand).forEach(Landing::hurry);
    }

    /** Delays the answers to one machine, and what all others send, by so much; zero ends it. */
    void slowDown(int machine, long answersNanos, long requestsNanos) {
        slowed = new Slowed(machine, answersNanos, requestsNanos);
    }

    /** Carries out the next claim that the store grants, and loses the answer. */
    void loseNextGrant() {
        losesNextGrant = true;
    }

    boolean isToLoseGrant() {
        return losesNextGrant;
    }

    /** Lets the next claim land so late. */
    void delayNextClaim(long nanos, Runnable sent) {
        late = new Late(nanos, sent);
    }

    void send(Sender sender, StoreCall<?> call, SimLoop.Reply reply) {
        Late delayed = late;
        if (delayed != null && !healed && call.urgency() == Urgency.CLAIM) {
            late = null;
            trace.note(sender.label(), "sends", delayed.nanos(), () -> "a claim that takes its time");
            travel(sender, call, reply, Fate.LANDS_LATE, delayed.nanos());
            delayed.sent().run();
            return;
        }
        Fate fate = cutOff.contains(sender.machine()) ? fateBehindCut() : fate();
        trace.note(sender.label(), "sends", fate.name().hashCode(), () -> call.urgency() + " " + fate);
        switch (fate) {
            case ANSWERED, ANSWER_LOST, ANSWER_CUT -> travel(sender, call, reply, fate, wayThere(sender));
            case REFUSED_AT_ONCE -> fail(sender, reply, StoreException.Kind.UNREACHABLE, "connection refused");
            case DENIED_AT_ONCE -> fail(sender, reply, StoreException.Kind.MISCONFIGURED, "access denied");
            case NEVER_SENT -> reply.otherwise(StoreException.Kind.UNREACHABLE);
            case SWALLOWED -> {}
            case LANDS_LATE ->
                travel(
                        sender,
                        call,
                        reply,
                        fate,
                        draw.anySizeUpTo(3 * scenario.ttls().longest()));
            case GIVEN_UP_THEN_LANDS -> {
                travel(
                        sender,
                        call,
                        reply,
                        fate,
                        draw.anySizeUpTo(2 * scenario.ttls().longest()));
                fail(sender, reply, StoreException.Kind.OUTCOME_UNKNOWN, "connection reset");
            }
        }
    }

    private Fate fate() {
        if (!draw.chance(weather.lossPercent())) {
            return Fate.ANSWERED;
        }
        return draw.oneOf(List.of(Fate.values()));
    }

    /**
     * What is sent behind a cut may come through when the cut is over; once all is healed nothing old comes any more.
     */
    private Fate fateBehindCut() {
        return draw.oneOf(
                healed
                        ? List.of(Fate.REFUSED_AT_ONCE, Fate.NEVER_SENT, Fate.SWALLOWED)
                        : List.of(Fate.REFUSED_AT_ONCE, Fate.NEVER_SENT, Fate.SWALLOWED, Fate.LANDS_LATE));
    }

    private void fail(Sender sender, SimLoop.Reply reply, StoreException.Kind kind, String why) {
        StoreException failure = new StoreException(kind, why);
        time.after(weather.way(draw), () -> sender.threads().run(() -> reply.fails(failure)));
    }

    private long wayThere(Sender sender) {
        boolean slow = sender.machine() != slowed.machine() && slowed.requestsNanos() > 0;
        return slow ? draw.between(0, slowed.requestsNanos()) : weather.way(draw);
    }

    private long wayBack(Sender sender) {
        boolean slow = sender.machine() == slowed.machine() && slowed.answersNanos() > 0;
        return slow ? draw.between(0, slowed.answersNanos()) : weather.way(draw);
    }

    private void travel(Sender sender, StoreCall<?> call, SimLoop.Reply reply, Fate fate, long there) {
        Landing landing = new Landing(sender, call, reply, fate);
        underWay.add(landing);
        if (draw.chance(weather.slowPercent())) {
            // The thread that sends is slow, and stands still with its process: a pause may come before the call
            // leaves.
            time.after(draw.between(0, there), () -> sender.threads().run(() -> landing.leave(there)));
        } else {
            landing.leave(there);
        }
    }

    /** A call on its way to the store. */
    private final class Landing {
        private final Sender sender;
        private final StoreCall<?> call;
        private final SimLoop.Reply reply;
        private Fate fate;
        private VirtualTime.@Nullable Event event;

        Landing(Sender sender, StoreCall<?> call, SimLoop.Reply reply, Fate fate) {
            this.sender = sender;
            this.call = call;
            this.reply = reply;
            this.fate = fate;
        }

        void leave(long there) {
            if (event == null) {
                event = time.after(there, this::land);
            }
        }

        /** Tells whether this call will ever land: one that its process had not sent when it died will not. */
        boolean isToLand() {
            return event != null || !sender.threads().areGone();
        }

        void hurry() {
            if (event != null) {
                event.cancel();
            }
            event = time.after(0, this::land);
        }

        private void land() {
            underWay.remove(this);
            Object answer = call.call().get();
            trace.note(sender.label(), "lands", call.urgency().name().hashCode(), () -> describe(answer));
            if (losesNextGrant && isGrant(answer)) {
                losesNextGrant = false;
                fate = Fate.ANSWER_CUT;
            }
            if (fate == Fate.ANSWERED || fate == Fate.LANDS_LATE) {
                time.after(wayBack(sender), () -> answer(answer));
            } else if (fate == Fate.ANSWER_CUT) {
                fail(sender, reply, StoreException.Kind.OUTCOME_UNKNOWN, "connection reset");
            }
        }

        private void answer(Object answer) {
            if (!cutOff.contains(sender.machine())) {
                sender.threads().run(() -> reply.answers(answer));
            }
        }

        private String describe(Object answer) {
            return call.urgency() + (sender.threads().areGone() ? " of a dead process: " : ": ") + Words.of(answer);
        }
    }

    private static boolean isGrant(Object answer) {
        return answer instanceof Answer.Granted;
    }
}
