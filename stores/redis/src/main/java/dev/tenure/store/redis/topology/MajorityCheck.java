package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.topology.MasterVote.ElectedMaster;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * Decides whether a claim or renewal counts: a majority of the voters, asked after the write, must name its server as
 * the master, in the same epoch as before the write. Thread-safe.
 *
 * <p>It also remembers since when the majority has named that server, by the clock of this process: since then no write
 * on another server has counted.
 */
public final class MajorityCheck {
    private static final TimeSource TIME = TimeSource.system();
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LEARN_TIMEOUT = Duration.ofSeconds(2);

    private final Topology topology;
    private final Map<HostAndPort, Known> known = new ConcurrentHashMap<>();
    private final Set<HostAndPort> learning = ConcurrentHashMap.newKeySet();

    public MajorityCheck(Topology topology) {
        this.topology = topology;
    }

    private record Known(String epoch, long sinceNanos, boolean confirmed) {
        Known suspected() {
            return new Known(epoch, sinceNanos, false);
        }
    }

    /**
     * A master as the majority confirmed it, for the scripts.
     *
     * @param epoch the epoch in which it became the master; empty if there are no voters or it was not checked
     * @param ageMicros for how long the majority has named it, at least
     */
    public record ConfirmedMaster(String epoch, long ageMicros) {
        public static final ConfirmedMaster NOT_CHECKED = new ConfirmedMaster("", 0);
    }

    /**
     * Returns the epoch in which the node is the master of these slots; asks the voters only if it is not known, or
     * before a claim.
     *
     * @throws AnotherMasterException if a majority names another server: nothing may be sent
     * @throws StoreException if no majority agrees: nothing may be sent
     */
    public ConfirmedMaster confirmBefore(
            CallPurpose purpose, HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        if (!topology.hasVoters()) {
            return ConfirmedMaster.NOT_CHECKED;
        }
        Known found = known.get(node);
        if (found == null || !found.confirmed() || purpose.isClaim()) {
            Deadline half = Deadline.after(TIME, deadline.remaining().dividedBy(2));
            MasterVotes votes = poll(node, slots, half);
            found = learn(node, slots, votes);
            if (found == null) {
                String text = purpose.action() + " failed: "
                        + reason(votes, node, slots.iterator().next());
                throw refusal(votes, slots, text);
            }
        }
        return new ConfirmedMaster(found.epoch(), Math.max(0, TIME.nanos() - found.sinceNanos()) / 1_000);
    }

    /**
     * Returns why nothing may be sent. If a majority answers but does not agree, no candidate can be granted anything;
     * otherwise other candidates may reach it.
     */
    private static RuntimeException refusal(MasterVotes votes, Collection<Integer> slots, String text) {
        if (slots.stream().allMatch(slot -> votes.electedMaster(slot) != null)) {
            return new AnotherMasterException(text);
        }
        boolean undecided = votes.hasMajority() && slots.stream().allMatch(slot -> votes.electedMaster(slot) == null);
        return undecided ? StoreException.postponed(text, null) : new StoreException(Kind.UNREACHABLE, text);
    }

    /** Returns the votes that decide whether what was just written on the node counts. */
    public MasterVotes votesAfter(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        MasterVotes votes = poll(node, slots, deadline);
        learn(node, slots, votes);
        return votes;
    }

    /** Asks until a majority agrees, as long as a majority answers: voters learn of a fail-over one after the other. */
    private MasterVotes poll(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        while (true) {
            MasterVotes votes = topology.askVoters(node, slots, deadline);
            boolean decided = slots.stream().allMatch(slot -> votes.electedMaster(slot) != null);
            if (decided
                    || !votes.hasMajority()
                    || deadline.hasPassed()
                    || Thread.currentThread().isInterrupted()) {
                return votes;
            }
            LockSupport.parkNanos(Math.min(PAUSE.toNanos(), deadline.remaining().toNanos()));
        }
    }

    /** Returns why a write on the node does not count, or null if it does. */
    public @Nullable StoreException failureAfter(
            CallPurpose purpose, HostAndPort node, int slot, ConfirmedMaster before, MasterVotes votes) {
        String now = epoch(votes, node, slot);
        if (before.epoch().equals(now)) {
            return null;
        }
        String changed = now == null ? anotherEpoch(votes, node, slot, before.epoch()) : now;
        String why = changed == null ? reason(votes, node, slot) : changed(votes, node, slot, before.epoch(), changed);
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE, purpose.action() + " failed: " + why);
    }

    /** Returns an epoch, other than the one before the write, in which a voter names the node; null if none does. */
    private @Nullable String anotherEpoch(MasterVotes votes, HostAndPort node, int slot, String before) {
        return votes.countByMaster(slot).keySet().stream()
                .filter(master -> master.server().equals(topology.voterNameOf(node)))
                .map(ElectedMaster::epoch)
                .filter(epoch -> !epoch.equals(before))
                .findFirst()
                .orElse(null);
    }

    /** Another server may have been the master in between, and have granted a lease that this one does not know. */
    private static String changed(MasterVotes votes, HostAndPort node, int slot, String before, String now) {
        return "not confirmed that " + node + " was the master all the time: its epoch was " + before
                + " before the write, and is " + now + " after it: " + votes.summary(slot);
    }

    private static String reason(MasterVotes votes, HostAndPort node, int slot) {
        return "not confirmed that " + node + " is the master: " + votes.summary(slot);
    }

    private @Nullable Known learn(HostAndPort node, Collection<Integer> slots, MasterVotes votes) {
        String epoch = slots.stream()
                .map(slot -> epoch(votes, node, slot))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (epoch == null) {
            suspect(node);
            return null;
        }
        Known before = known.get(node);
        if (before == null || !before.epoch().equals(epoch)) {
            suspectAll(); // a master that was replaced by this one may come back, by a later decision
        }
        return known.compute(
                node,
                (same, now) -> new Known(
                        epoch, now != null && now.epoch().equals(epoch) ? now.sinceNanos() : TIME.nanos(), true));
    }

    private @Nullable String epoch(MasterVotes votes, HostAndPort node, int slot) {
        ElectedMaster electedMaster = votes.electedMaster(slot);
        return electedMaster != null && electedMaster.server().equals(topology.voterNameOf(node))
                ? electedMaster.epoch()
                : null;
    }

    /** Asks the voters again before the next claim or renewal. */
    public void suspect(HostAndPort node) {
        known.computeIfPresent(node, (same, before) -> before.suspected());
    }

    /** The same for all nodes: any of them may be the master by another decision than the one that is known. */
    public void suspectAll() {
        known.replaceAll((node, before) -> before.suspected());
    }

    /** Learns in the background since when the node is the master, so that a store that only reads knows it too. */
    public void learnInBackground(HostAndPort node, int slot, Executor threads) {
        Known found = known.get(node);
        if (!topology.hasVoters() || (found != null && found.confirmed()) || !learning.add(node)) {
            return;
        }
        try {
            threads.execute(() -> learn(node, slot));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The read itself needs no thread; the next one tries again.
            learning.remove(node);
        }
    }

    private void learn(HostAndPort node, int slot) {
        try {
            learn(node, List.of(slot), topology.askVoters(node, List.of(slot), Deadline.after(TIME, LEARN_TIMEOUT)));
        } finally {
            learning.remove(node);
        }
    }
}
