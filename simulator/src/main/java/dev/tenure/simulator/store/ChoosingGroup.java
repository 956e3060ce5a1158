package dev.tenure.simulator.store;

import dev.tenure.StoreException;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The group that chooses which candidate may claim, as the coordinator of a Kafka consumer group does.
 *
 * <p>Members beat. Whoever has not for a session is given up, without being told. The choice stays with its owner until
 * he leaves, is given up, or a rebalance takes it away: then he is asked to give it back, and is given up if he does
 * not within a session.
 */
public final class ChoosingGroup {
    private final VirtualTime time;
    private final SeededRandom random;
    private final long sessionNanos;
    private final Consumer<String> log;
    private final Map<String, Long> lastBeatNanos = new LinkedHashMap<>();
    private final Set<String> unheard = new HashSet<>();
    private @Nullable String owner;
    private @Nullable String next;
    private int choices;
    private boolean healed;

    /**
     * What a beat is answered.
     *
     * @param member whether the group has this member
     * @param choice the number of the choice that made this member the owner, or 0 if it is not
     * @param recalled whether it is asked to give that back
     * @param alone whether there is no other member
     */
    record Reply(boolean member, int choice, boolean recalled, boolean alone) {}

    /** Creates a group without members. */
    public ChoosingGroup(VirtualTime time, SeededRandom random, long sessionNanos, Consumer<String> log) {
        this.time = time;
        this.random = random;
        this.sessionNanos = sessionNanos;
        this.log = log;
        giveUpSilentMembers();
    }

    long sessionNanos() {
        return sessionNanos;
    }

    /** Takes in that a process joins as this member. */
    Object join(String member) {
        if (!unheard.contains(processOf(member))) {
            lastBeatNanos.put(member, time.now());
            chooseIfVacant();
        }
        return beat(member, 0);
    }

    /** Takes in a beat, with which a member may give the choice of this number back, and answers it. */
    Object beat(String member, int givenBack) {
        if (unheard.contains(processOf(member))) {
            return new StoreException(StoreException.Kind.UNREACHABLE, "the group does not answer");
        }
        if (!lastBeatNanos.containsKey(member)) {
            return new Reply(false, 0, false, false);
        }
        lastBeatNanos.put(member, time.now());
        if (member.equals(owner) && givenBack == choices) {
            choose(next == null ? random.oneOf(List.copyOf(lastBeatNanos.keySet())) : next);
        }
        boolean owns = member.equals(owner);
        return new Reply(true, owns ? choices : 0, owns && next != null, lastBeatNanos.size() == 1);
    }

    /** Takes in that a member leaves. */
    Object leave(String member) {
        remove(member);
        return new Reply(false, 0, false, false);
    }

    private static String processOf(String member) {
        return member.substring(0, member.indexOf('/'));
    }

    private void remove(String member) {
        lastBeatNanos.remove(member);
        if (member.equals(next)) {
            next = null;
        }
        if (member.equals(owner)) {
            owner = null;
            chooseIfVacant();
        }
    }

    private void chooseIfVacant() {
        if (owner == null && !lastBeatNanos.isEmpty()) {
            choose(random.oneOf(List.copyOf(lastBeatNanos.keySet())));
        }
    }

    private void choose(String member) {
        owner = member;
        next = null;
        choices++;
        log.accept("the group chooses " + member);
    }

    private void giveUpSilentMembers() {
        time.after(sessionNanos / 8, () -> {
            long silentSince = time.now() - sessionNanos;
            for (String member : List.copyOf(lastBeatNanos.keySet())) {
                if (lastBeatNanos.getOrDefault(member, 0L) < silentSince) {
                    giveUp(member);
                }
            }
            giveUpSilentMembers();
        });
    }

    private void giveUp(String member) {
        log.accept("the group gives " + member + " up");
        remove(member);
    }

    // ---- faults

    /** Tells whether there is an owner, and another member that could be chosen. */
    public boolean canRebalance() {
        return owner != null && lastBeatNanos.size() > 1;
    }

    /** Asks the owner to give the choice back, for another member. */
    public void rebalance() {
        List<String> others = new ArrayList<>(lastBeatNanos.keySet());
        others.remove(owner);
        if (owner != null && !others.isEmpty()) {
            next = random.oneOf(others);
            log.accept("the group recalls " + owner + " for " + next);
            int recalled = choices;
            time.after(sessionNanos, () -> {
                if (choices == recalled && owner != null && next != null) {
                    giveUp(owner);
                }
            });
        }
    }

    /** Gives a member up that beats, most likely the owner. */
    public void drop() {
        if (!lastBeatNanos.isEmpty()) {
            boolean isOwner = owner != null && random.chance(70);
            giveUp(isOwner && owner != null ? owner : random.oneOf(List.copyOf(lastBeatNanos.keySet())));
        }
    }

    /** Answers a process no more, or again. */
    public void ignore(String process, boolean ignored) {
        if (ignored) {
            unheard.add(process);
        } else {
            unheard.remove(process);
        }
    }

    /** Draws how late a process tells its candidate what the group has decided: sometimes during faults. */
    long drawDelayNanos() {
        return !healed && random.chance(20) ? random.anySizeUpTo(2 * sessionNanos) : 0;
    }

    /** Ends all faults. */
    public void heal() {
        healed = true;
        unheard.clear();
    }
}
