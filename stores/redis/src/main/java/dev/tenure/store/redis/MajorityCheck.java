package dev.tenure.store.redis;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.Vote.Mastership;
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
 * Lets a claim or renewal count only if most of those who decide, asked after it was written, have its server for the
 * master, by the same decision as before it was sent. Thread-safe.
 *
 * <p>It also remembers since when they do, on the clock of this process: for so long at least no other server's writes
 * have counted.
 */
final class MajorityCheck {
    private static final TimeSource TIME = TimeSource.system();
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration TO_LEARN = Duration.ofSeconds(2);

    private final Topology topology;
    private final Map<HostAndPort, Known> known = new ConcurrentHashMap<>();
    private final Set<HostAndPort> learning = ConcurrentHashMap.newKeySet();

    MajorityCheck(Topology topology) {
        this.topology = topology;
    }

    private record Known(String epoch, long sinceNanos, boolean undoubted) {
        Known doubted() {
            return new Known(epoch, sinceNanos, false);
        }
    }

    /**
     * What a script is told about its server being the master.
     *
     * @param epoch the number of the decision that made it so; empty if nobody decides or nothing must be known
     * @param ageMicros for how long most have had it for the master, at least
     */
    record Standing(String epoch, long ageMicros) {
        static final Standing UNTOLD = new Standing("", 0);
    }

    /**
     * Returns by which decision the node is the master of these slots; asks only if that is not known.
     *
     * @throws StoreException if most of those who decide do not say that it is: nothing must be sent
     */
    Standing before(Errand errand, HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        if (!topology.isVotedOn()) {
            return Standing.UNTOLD;
        }
        Known found = known.get(node);
        if (found == null || !found.undoubted()) {
            Deadline half = Deadline.after(TIME, deadline.remaining().dividedBy(2));
            Tally tally = poll(node, slots, half);
            found = learn(node, slots, tally);
            if (found == null) {
                String text = errand.doing() + " failed: "
                        + reason(tally, node, slots.iterator().next());
                // If most answer and do not agree, nobody can be granted anything; else others may reach them.
                boolean undecided = tally.isQuorate() && slots.stream().allMatch(slot -> tally.winner(slot) == null);
                throw undecided ? StoreException.postponed(text, null) : new StoreException(Kind.UNREACHABLE, text);
            }
        }
        return new Standing(found.epoch(), Math.max(0, TIME.nanos() - found.sinceNanos()) / 1_000);
    }

    /** Returns the votes that are to decide whether what was just written on the node counts. */
    Tally after(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        Tally tally = poll(node, slots, deadline);
        learn(node, slots, tally);
        return tally;
    }

    /**
     * Asks until there is a majority, as long as so many answer: news of a fail-over reach them one after the other.
     */
    private Tally poll(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        while (true) {
            Tally tally = topology.poll(node, slots, deadline);
            boolean decided = slots.stream().allMatch(slot -> tally.winner(slot) != null);
            if (decided
                    || !tally.isQuorate()
                    || deadline.hasPassed()
                    || Thread.currentThread().isInterrupted()) {
                return tally;
            }
            LockSupport.parkNanos(Math.min(PAUSE.toNanos(), deadline.remaining().toNanos()));
        }
    }

    /** Returns why what was written on the node does not count, or null if it does. */
    @Nullable StoreException failure(Errand errand, HostAndPort node, int slot, Standing before, Tally votes) {
        String now = epoch(votes, node, slot);
        if (before.epoch().equals(now)) {
            return null;
        }
        String why = now == null ? reason(votes, node, slot) : changed(votes, node, slot, before.epoch(), now);
        return new StoreException(
                errand.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE, errand.doing() + " failed: " + why);
    }

    /** Another may have been the master in between, and have granted what this one does not know of. */
    private static String changed(Tally votes, HostAndPort node, int slot, String before, String now) {
        return "not confirmed that " + node + " was the master all the time: its epoch was " + before
                + " before the write, and is " + now + " after it: " + votes.summary(slot);
    }

    private static String reason(Tally votes, HostAndPort node, int slot) {
        return "not confirmed that " + node + " is the master: " + votes.summary(slot);
    }

    private @Nullable Known learn(HostAndPort node, Collection<Integer> slots, Tally votes) {
        String epoch = slots.stream()
                .map(slot -> epoch(votes, node, slot))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (epoch == null) {
            doubt(node);
            return null;
        }
        Known before = known.get(node);
        if (before == null || !before.epoch().equals(epoch)) {
            doubtAll(); // a master that was replaced by this one may come back, by a later decision
        }
        return known.compute(
                node,
                (same, now) -> new Known(
                        epoch,
                        now != null && now.epoch().equals(epoch) ? now.sinceNanos() : TIME.nanos(),
                        true));
    }

    private @Nullable String epoch(Tally votes, HostAndPort node, int slot) {
        Mastership winner = votes.winner(slot);
        return winner != null && winner.server().equals(topology.calledByVoters(node)) ? winner.epoch() : null;
    }

    /** Asks anew before the next call that counts. */
    void doubt(HostAndPort node) {
        known.computeIfPresent(node, (same, before) -> before.doubted());
    }

    /** The same for all nodes: any of them may be the master by another decision than the one that is known. */
    void doubtAll() {
        known.replaceAll((node, before) -> before.doubted());
    }

    /** Lets a thread learn since when the node is the master: those who only look begin to count, too. */
    void learn(HostAndPort node, int slot, Executor threads) {
        Known found = known.get(node);
        if (!topology.isVotedOn() || (found != null && found.undoubted()) || !learning.add(node)) {
            return;
        }
        try {
            threads.execute(() -> learn(node, slot));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The look itself needs no thread; the next one tries again.
            learning.remove(node);
        }
    }

    private void learn(HostAndPort node, int slot) {
        try {
            learn(node, List.of(slot), topology.poll(node, List.of(slot), Deadline.after(TIME, TO_LEARN)));
        } finally {
            learning.remove(node);
        }
    }
}
