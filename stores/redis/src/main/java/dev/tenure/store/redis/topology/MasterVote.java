package dev.tenure.store.redis.topology;

import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * What one of those who decide says about masters: a sentinel, or a node of a Cluster.
 *
 * @param voter who says it, under a name that no other has
 * @param voterCount how many decide, as far as it knows
 * @param voters where those who decide are to be found, by their names; empty if it does not tell
 * @param master whom it has for the master of a slot; null for nobody
 */
public record MasterVote(String voter, int voterCount, Map<String, HostAndPort> voters, IntFunction<@Nullable ElectedMaster> master) {

    /**
     * A server as the master it was made at one time: made so again, it is another.
     *
     * @param server the server, as those who decide call it
     * @param epoch the number of the decision, higher with each
     */
    public record ElectedMaster(String server, String epoch) {
        @Override
        public String toString() {
            return server + " (epoch " + epoch + ")";
        }
    }
}
