package dev.tenure.store.redis;

/**
 * How changes of an election are told: over a channel of its own, which a Cluster keeps to the nodes of its slot.
 *
 * @param keys the names of channels
 * @param sharded whether channels belong to slots
 */
record Bell(Keys keys, boolean sharded) {

    /** Returns the command that scripts tell with. */
    String how() {
        return sharded ? "SPUBLISH" : "PUBLISH";
    }

    /** Returns the channel of the election. */
    String where(String election) {
        return keys.news(election);
    }
}
