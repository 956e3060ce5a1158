package dev.tenure.store.redis.records;

/**
 * The channels on which scripts publish changes, one for each election; in a Cluster they are sharded.
 *
 * @param keys the names of channels
 * @param sharded whether channels belong to slots
 */
public record ChangeChannels(Keys keys, boolean sharded) {

    /** Returns the command with which scripts publish. */
    String publishCommand() {
        return sharded ? "SPUBLISH" : "PUBLISH";
    }

    /** Returns the channel of the election. */
    public String channelOf(String election) {
        return keys.news(election);
    }
}
