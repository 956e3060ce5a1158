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
 * The votes that came in. Most of all who decide must agree, and not only of those who answered: two such majorities
 * have a voter in common, and each voter goes from one master to the next and never back. Not thread-safe.
 */
public final class MasterVotes {
    private final String votersName;
    private final int minimumVoters;
    private final Map<String, MasterVote> votes = new LinkedHashMap<>();
    private @Nullable StoreException failure;

    /**
     * Begins with no votes.
     *
     * @param votersName what those who decide are called
     * @param minimumVoters how many there are at least, whatever they know themselves
     */
    public MasterVotes(String votersName, int minimumVoters) {
        this.votersName = votersName;
        this.minimumVoters = minimumVoters;
    }

    /** Counts a vote; who was asked under two addresses has one. */
    public void add(MasterVote vote) {
        votes.put(vote.voter(), vote);
    }

    public void add(StoreException failed) {
        failure = failed;
    }

    /** Returns why one did not answer, or null if all did. */
    @Nullable StoreException failure() {
        return failure;
    }

    int voterCount() {
        return Math.max(
                minimumVoters, votes.values().stream().mapToInt(MasterVote::voterCount).max().orElse(0));
    }

    /** Returns where those who decide are to be found, by their names, as far as the votes tell. */
    Map<String, HostAndPort> voters() {
        Map<String, HostAndPort> told = new HashMap<>();
        votes.values().forEach(vote -> told.putAll(vote.voters()));
        return told;
    }

    private int majority() {
        return voterCount() / 2 + 1;
    }

    /** Tells whether enough have answered to decide, did they agree. */
    boolean hasMajority() {
        return votes.size() >= majority();
    }

    boolean isEmpty() {
        return votes.isEmpty();
    }

    /** Returns the master that most of all have for the slot, or null. */
    @Nullable ElectedMaster electedMaster(int slot) {
        return countByMaster(slot).entrySet().stream()
                .filter(each -> each.getValue() >= majority())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Returns how many have whom for the master of the slot. */
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

    /** Returns on one line how many of how many answered, and what they said. */
    String summary(int slot) {
        String said = countByMaster(slot).entrySet().stream()
                .map(each -> each.getValue() + " for " + each.getKey())
                .collect(Collectors.joining(", "));
        return votes.size() + " of " + voterCount() + " " + votersName + " answered, and " + majority()
                + " must name the same master: " + (said.isEmpty() ? "none named one" : said);
    }
}
