package dev.tenure.internal.fleet;

import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.spi.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Compares how many shards a candidate states for a set with what the others state, and warns of each that states
 * another number. On the loop.
 *
 * <p>The numbers are in a roster of their own, in place of how many elections a candidate leads: every store can keep
 * them so.
 */
public final class ShardCount implements RosterSync.Stand {
    private final String set;
    private final int count;
    private final Consumer<String> warning;

    /** What was told of others, by their instances. */
    private final Map<String, Integer> told = new HashMap<>();

    public ShardCount(String set, int count, Consumer<String> warning) {
        this.set = set;
        this.count = count;
        this.warning = warning;
    }

    @Override
    public String roster() {
        return ShardNames.counts(set);
    }

    @Override
    public boolean isAble() {
        return true;
    }

    @Override
    public Set<String> ledElections() {
        return Set.of();
    }

    @Override
    public int leads() {
        return count;
    }

    @Override
    public void attended(List<Peer> others, ClockReading now) {
        told.keySet().retainAll(others.stream().map(Peer::instance).collect(Collectors.toSet()));
        for (Peer other : others) {
            int theirs = other.entry().leads();
            Integer before = told.put(other.instance(), theirs);
            if (theirs != count && (before == null || before != theirs)) {
                warning.accept("this candidate stands for " + count + " shards of '" + set + "', " + other.name()
                        + " for " + theirs + ": give all the same number, or shards will be without a leader");
            }
        }
    }

    @Override
    public void requested(Request request) {}
}
