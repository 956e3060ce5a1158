package dev.tenure.simulator.store;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.simulator.checks.RevocationChecker;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The member of the choosing group in one process: it beats, hears who is chosen, and passes on what the group recalls,
 * as the member of the Kafka store does.
 *
 * <p>A candidate that would not lead leaves the group, unless it is the only member: the group would choose it.
 */
public final class GroupMember {
    private static final List<String> ABOUT_NO_ELECTION = List.of();

    private final ChoosingGroup group;
    private final String process;
    private final SimLoop loop;
    private final StoreSteps steps;
    private final HeldTerm held;
    private final RevocationListener listener;
    private final TermTopic topic;
    private Runnable chosen = () -> {};
    private @Nullable RevocationCallback callback;
    private String instance = "";
    private String lastVersion = "";
    private long lastChangeNanos;
    private boolean willing = true;
    private boolean alone;
    private int incarnation;
    private boolean joined;
    private int choice;
    private boolean recalled;
    private long recallEndsNanos;
    private int givenBack;
    private boolean beating;
    private EventLoop.@Nullable Timer timer;

    /** The loop that beats and timers are on, and the steps of calls on it. */
    public record Calls(SimLoop loop, StoreSteps steps) {}

    /** Hears what is said to a candidate. */
    public interface RevocationListener {
        /** The candidate was asked to end this term. */
        void askedBack(long token);

        /** The candidate was told that this term is lost. */
        void toldLost(long token);
    }

    /** Creates the member of a process, which has yet to join. */
    public GroupMember(
            ChoosingGroup group,
            String process,
            Calls calls,
            TermTopic topic,
            HeldTerm held,
            RevocationListener listener) {
        this.topic = topic;
        this.group = group;
        this.process = process;
        this.loop = calls.loop();
        this.steps = calls.steps();
        this.held = held;
        this.listener = listener;
    }

    /** Says what to do when this process is chosen, or no longer is. */
    public void onChoice(Runnable action) {
        chosen = action;
    }

    /** Enters the candidate of this process. */
    Registration register(Identity candidate, RevocationCallback revocations) {
        instance = candidate.instance();
        callback = revocations;
        reconsider();
        return new Registration() {
            @Override
            public void willing(boolean isWilling) {
                willing = isWilling;
                reconsider();
            }

            @Override
            public void close() {
                callback = null;
                reconsider();
            }
        };
    }

    /** Tells whether the group has chosen this process, as far as it knows, and has not asked for that back. */
    boolean isOwner() {
        return choice > 0 && !recalled;
    }

    /** Tells whether the group has chosen this process, as far as it knows, even if it has asked for that back. */
    public boolean hasChoice() {
        return choice > 0;
    }

    // ---- beats

    /** Looks at once whether to be in the group. */
    public void reconsider() {
        loop.execute(this::round);
    }

    private boolean isWanted() {
        return callback != null && ((joined && choice > 0 && alone) || (willing && !isReservedForAnother()));
    }

    /** Tells whether the election was released for another candidate, and not so long ago that nobody waits for it. */
    private boolean isReservedForAnother() {
        Sighting shown = topic.shown();
        if (!shown.version().equals(lastVersion)) {
            lastVersion = shown.version();
            lastChangeNanos = loop.time().nanos();
        }
        Reservation reservation = shown instanceof Sighting.Released released ? released.reservation() : null;
        return reservation != null
                && !reservation.instance().equals(instance)
                && loop.time().nanos() - lastChangeNanos < reservation.length().toNanos() / 10 * 11;
    }

    private void round() {
        if (timer != null) {
            timer.cancel();
        }
        repeatLoss();
        if (recalled) {
            giveBackWhenEnded();
        }
        if (!beating) {
            beat();
        }
        boolean rests = callback == null && !joined;
        long pause = group.sessionNanos() / (recalled ? 20 : 6);
        timer = rests ? null : loop.schedule(loop.time().nanos() + pause, this::round);
    }

    private void beat() {
        if (!isWanted() && !recalled) {
            if (joined) {
                String left = member();
                leaves();
                send(() -> group.leave(left));
            }
        } else if (!joined) {
            joined = true;
            incarnation++;
            String joins = member();
            send(() -> group.join(joins));
        } else {
            String beats = member();
            int gives = givenBack;
            send(() -> group.beat(beats, gives));
        }
    }

    private String member() {
        return process + "/" + incarnation;
    }

    private void leaves() {
        joined = false;
        if (choice > 0) {
            choice = 0;
            recalled = false;
            chosen.run();
        }
    }

    private void send(Supplier<Object> beat) {
        beating = true;
        int by = incarnation;
        long deadline = loop.time().nanos() + group.sessionNanos() / 3;
        loop.offload(
                new EventLoop.StoreCall<Object>(
                        EventLoop.Urgency.LOOK, deadline, () -> steps.step(ABOUT_NO_ELECTION, beat)),
                answer -> {
                    beating = false;
                    if (joined && by == incarnation && answer instanceof ChoosingGroup.Reply reply) {
                        heard(reply);
                    }
                },
                (StoreException failed) -> beating = false);
    }

    private void heard(ChoosingGroup.Reply reply) {
        alone = reply.alone();
        if (!reply.member()) {
            boolean had = hasChoice();
            leaves();
            if (had) {
                lost("the group has given this member up");
            }
            reconsider();
        } else if (reply.choice() != choice && reply.choice() != givenBack) {
            boolean had = hasChoice();
            choice = reply.choice();
            recalled = false;
            if (had) {
                lost("the group has chosen another");
            }
            chosen.run();
        }
        if (hasChoice() && reply.recalled() && !recalled && reply.choice() == choice) {
            recalled = true;
            recallEndsNanos = loop.time().nanos() + group.sessionNanos();
            reconsider();
        }
    }

    // ---- revocations

    /** Asks for the term until it has ended, and then gives the choice back. Others may be chosen from then on. */
    private void giveBackWhenEnded() {
        boolean overdue = loop.time().nanos() - recallEndsNanos >= 0;
        if (held.isWriting() && !overdue) {
            return;
        }
        Lease lease = held.lease();
        if (lease != null && !overdue) {
            askBack(lease);
            return;
        }
        if (lease != null) {
            lost("the term has not ended in time, and the group waits no longer");
        }
        givenBack = choice;
        choice = 0;
        recalled = false;
        chosen.run();
    }

    private void askBack(Lease lease) {
        tell(candidate -> {
            listener.askedBack(lease.token());
            candidate.handOver(lease.token(), RevocationChecker.CAUSE);
        });
    }

    private void lost(String cause) {
        held.lose(cause);
        repeatLoss();
    }

    /** Repeats a loss for a while: the grant may still have been on its way when the candidate was told first. */
    private void repeatLoss() {
        Lease lease = held.lostLately();
        if (lease != null) {
            String cause = held.cause();
            tell(candidate -> {
                listener.toldLost(lease.token());
                candidate.lost(lease.token(), cause);
            });
        }
    }

    /**
     * Tells the candidate something, now or later: the thread that does may be slow, and the next term begin before.
     */
    private void tell(Consumer<RevocationCallback> something) {
        RevocationCallback candidate = callback;
        long delay = group.drawDelayNanos();
        if (candidate != null && delay == 0) {
            something.accept(candidate);
        } else if (candidate != null) {
            loop.schedule(loop.time().nanos() + delay, () -> something.accept(candidate));
        }
    }
}
