package dev.tenure.store.redis.records;

/**
 * How changes of an election are told: over a channel of its own, which a Cluster keeps to the nodes of its slot.
 *
 * @param keys the names of channels
 * @param sharded whether channels belong to slots
 */
public record ChangeChannels(Keys keys, boolean sharded) {

    /** Returns the command that scripts tell with. */
    String publishCommand() {
        return sharded ? "SPUBLISH" : "PUBLISH";
    }

    /** Returns the channel of the election. */
    public String channelOf(String election) {
        return keys.news(election);
    }
}
