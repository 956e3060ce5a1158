package dev.tenure.simulator.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The vote of one voter on which server is the master. The same server in another epoch is another master.
 *
 * @param server the number of the server
 * @param epoch the number of the decision, which grows with each promotion
 */
record MasterVote(int server, int epoch) {
    /** The epoch of the first master, before which there was none. */
    static final int FIRST_EPOCH = 0;

    /** Returns the master that a majority of all voters names, or null. */
    static @Nullable MasterVote elected(Collection<MasterVote> votes, int voters) {
        Map<MasterVote, Integer> counted = new HashMap<>();
        for (MasterVote vote : votes) {
            if (counted.merge(vote, 1, Integer::sum) > voters / 2) {
                return vote;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "server " + server + " by decision " + epoch;
    }
}
