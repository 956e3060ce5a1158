package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.store.redis.Vote.Mastership;
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
final class Tally {
    private final String called;
    private final int least;
    private final Map<String, Vote> votes = new LinkedHashMap<>();
    private @Nullable StoreException failure;

    /**
     * Begins with no votes.
     *
     * @param called what those who decide are called
     * @param least how many there are at least, whatever they know themselves
     */
    Tally(String called, int least) {
        this.called = called;
        this.least = least;
    }

    /** Counts a vote; who was asked under two addresses has one. */
    void add(Vote vote) {
        votes.put(vote.voter(), vote);
    }

    void add(StoreException failed) {
        failure = failed;
    }

    /** Returns why one did not answer, or null if all did. */
    @Nullable StoreException failure() {
        return failure;
    }

    int electorate() {
        return Math.max(
                least, votes.values().stream().mapToInt(Vote::electorate).max().orElse(0));
    }

    /** Returns where those who decide are to be found, by their names, as far as the votes tell. */
    Map<String, HostAndPort> voters() {
        Map<String, HostAndPort> told = new HashMap<>();
        votes.values().forEach(vote -> told.putAll(vote.voters()));
        return told;
    }

    private int needed() {
        return electorate() / 2 + 1;
    }

    /** Tells whether enough have answered to decide, did they agree. */
    boolean isQuorate() {
        return votes.size() >= needed();
    }

    boolean isEmpty() {
        return votes.isEmpty();
    }

    /** Returns the master that most of all have for the slot, or null. */
    @Nullable Mastership winner(int slot) {
        return count(slot).entrySet().stream()
                .filter(each -> each.getValue() >= needed())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Returns how many have whom for the master of the slot. */
    Map<Mastership, Integer> count(int slot) {
        Map<Mastership, Integer> counted = new LinkedHashMap<>();
        for (Vote vote : votes.values()) {
            Mastership named = vote.master().apply(slot);
            if (named != null) {
                counted.merge(named, 1, Integer::sum);
            }
        }
        return counted;
    }

    /** Returns on one line how many of how many answered, and what they said. */
    String summary(int slot) {
        String said = count(slot).entrySet().stream()
                .map(each -> each.getValue() + " for " + each.getKey())
                .collect(Collectors.joining(", "));
        return votes.size() + " of " + electorate() + " " + called + " answered, and " + needed()
                + " must name the same master: " + (said.isEmpty() ? "none named one" : said);
    }
}
