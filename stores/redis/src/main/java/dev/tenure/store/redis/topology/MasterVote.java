package dev.tenure.store.redis.topology;

import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The vote of one sentinel or Cluster node on which servers are masters.
 *
 * @param voter the unique name of the voter
 * @param voterCount how many voters there are, as far as this one knows
 * @param voters the addresses of the voters by name; empty if it does not list them
 * @param master the master it names for a slot, or null
 */
public record MasterVote(
        String voter, int voterCount, Map<String, HostAndPort> voters, IntFunction<@Nullable ElectedMaster> master) {

    /**
     * A server that was made the master in one epoch. The same server in another epoch is a different master.
     *
     * @param server the name by which voters know the server
     * @param epoch the number of the decision, which grows with each fail-over
     */
    public record ElectedMaster(String server, String epoch) {
        @Override
        public String toString() {
            return server + " (epoch " + epoch + ")";
        }
    }
}
