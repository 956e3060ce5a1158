package dev.tenure.store.s3;

import dev.tenure.spi.Capability;
import dev.tenure.spi.History;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.store.support.ItemRequests;
import dev.tenure.store.support.ItemRoster;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The roster, requests and history that are kept beside the elections of a bucket.
 *
 * @param roster an object for each candidate
 * @param requests an object for each election that was asked something
 * @param history an object for each election
 */
record FleetObjects(Roster roster, Requests requests, History history) {
    /** The folder of the roster. */
    static final String ROSTER = "roster";

    /** A PUT or a LIST costs as much as a dozen GET. */
    private static final int GETS_PER_LISTING = 12;

    /** Length costs nothing but the time to read it; a follower needs the others only when an election falls free. */
    private static final ItemRoster.Costs COSTS = new ItemRoster.Costs(16_000, 2, 2, 12);

    FleetObjects(Bucket bucket, ObjectKeys keys) {
        this(new BucketItems(bucket, keys), new BucketHistory(bucket, keys));
    }

    private FleetObjects(BucketItems items, History history) {
        this(new ItemRoster(items, COSTS), new ItemRequests(items, GETS_PER_LISTING), history);
    }

    /** Returns what a bucket can do with these objects, or without any. */
    static Set<Capability> capabilities(@Nullable FleetObjects objects) {
        return objects == null
                ? Set.of(Capability.LISTING, Capability.BATON)
                : Set.of(
                        Capability.LISTING,
                        Capability.ROSTER,
                        Capability.REQUESTS,
                        Capability.HISTORY,
                        Capability.BATON);
    }
}
