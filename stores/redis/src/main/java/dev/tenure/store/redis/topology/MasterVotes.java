package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.store.redis.topology.MasterVote.ElectedMaster;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The votes received so far. A master needs the majority of all voters, not only of those that answered: two majorities
 * share a voter, and each voter moves from one master to the next and never back. Not thread-safe.
 */
public final class MasterVotes {
    private final String votersName;
    private final int minimumVoters;
    private final Map<String, MasterVote> votes = new LinkedHashMap<>();
    private @Nullable StoreException failure;

    /**
     * Starts without votes.
     *
     * @param votersName what the voters are called in messages
     * @param minimumVoters how many voters there are at least, whatever they report themselves
     */
    public MasterVotes(String votersName, int minimumVoters) {
        this.votersName = votersName;
        this.minimumVoters = minimumVoters;
    }

    /** Adds a vote; a voter that was asked under two addresses counts once. */
    public void add(MasterVote vote) {
        votes.put(vote.voter(), vote);
    }

    public void add(StoreException failed) {
        failure = failed;
    }

    /** Returns why a voter did not answer, or null if all did. */
    @Nullable StoreException failure() {
        return failure;
    }

    int voterCount() {
        return Math.max(
                minimumVoters,
                votes.values().stream().mapToInt(MasterVote::voterCount).max().orElse(0));
    }

    /** Returns the addresses of the voters by name, as far as the votes list them. */
    Map<String, HostAndPort> voters() {
        Map<String, HostAndPort> named = new HashMap<>();
        votes.values().forEach(vote -> named.putAll(vote.voters()));
        return named;
    }

    private int majority() {
        return voterCount() / 2 + 1;
    }

    /** Tells whether a majority has answered, whether or not they agree. */
    boolean hasMajority() {
        return votes.size() >= majority();
    }

    boolean isEmpty() {
        return votes.isEmpty();
    }

    /** Returns the master that the majority of all voters names for the slot, or null. */
    @Nullable ElectedMaster electedMaster(int slot) {
        return countByMaster(slot).entrySet().stream()
                .filter(each -> each.getValue() >= majority())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Returns the number of votes for each master of the slot. */
    Map<ElectedMaster, Integer> countByMaster(int slot) {
        Map<ElectedMaster, Integer> counted = new LinkedHashMap<>();
        for (MasterVote vote : votes.values()) {
            ElectedMaster named = vote.master().apply(slot);
            if (named != null) {
                counted.merge(named, 1, Integer::sum);
            }
        }
        return counted;
    }

    /** Returns on one line how many voters answered, and what they said. */
    String summary(int slot) {
        String counts = countByMaster(slot).entrySet().stream()
                .map(each -> each.getValue() + " for " + each.getKey())
                .collect(Collectors.joining(", "));
        return votes.size() + " of " + voterCount() + " " + votersName + " answered, and " + majority()
                + " must name the same master: " + (counts.isEmpty() ? "none named one" : counts);
    }
}
