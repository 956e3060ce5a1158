package dev.tenure.store.s3;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.services.s3.S3Client;

/** Builds an {@link S3Store}. Settings that are not given come from the default chains of the SDK. Not thread-safe. */
public final class S3StoreBuilder {
    private final @Nullable S3Client client;
    private final String bucket;
    private String prefix = "";
    private @Nullable S3lect fleet;
    private boolean leasesOnly;
    private final ClientSettings settings = new ClientSettings();

    S3StoreBuilder(@Nullable S3Client client, String bucket) {
        this.client = client;
        if (bucket.isBlank()) {
            throw new IllegalArgumentException("the s3 store needs a bucket");
        }
        this.bucket = bucket;
    }

    /** Keeps the objects under this prefix, as {@code PREFIX/NAME.json}; without one, {@code NAME.json}. */
    public S3StoreBuilder prefix(String newPrefix) {
        this.prefix = requireNonNull(newPrefix, "newPrefix");
        return this;
    }

    /**
     * Shares the one election of a fleet of s3lect, in its lockfile instead of under a prefix.
     *
     * @throws IllegalArgumentException if the settings of the fleet contradict each other
     */
    public S3StoreBuilder sharedWith(S3lect newFleet) {
        newFleet.check();
        this.fleet = newFleet;
        return this;
    }

    /**
     * Sets whether nothing but leases is kept: no roster, requests or history, and no requests to S3 for them. The peer
     * channel can bring the first two instead. Default: false.
     */
    public S3StoreBuilder leasesOnly(boolean only) {
        this.leasesOnly = only;
        return this;
    }

    /** Sets the region of the bucket. */
    public S3StoreBuilder region(String region) {
        settings.region(region);
        return this;
    }

    /** Sets the address of a store that is not on AWS. */
    public S3StoreBuilder endpoint(URI endpoint) {
        settings.endpoint(endpoint);
        return this;
    }

    /** Puts the bucket into the path of the address, not into the host name: most stores outside AWS need it. */
    public S3StoreBuilder pathStyle(boolean pathStyle) {
        settings.pathStyle(pathStyle);
        return this;
    }

    /** Sets the source of the credentials. */
    public S3StoreBuilder credentials(AwsCredentialsProvider provider) {
        settings.credentials(provider);
        return this;
    }

    /**
     * Opens the store. Nothing is sent before its first call.
     *
     * @throws IllegalArgumentException if the settings contradict each other, or no region is found
     */
    public S3Store open() {
        if (client != null && settings.isAnySet()) {
            throw new IllegalArgumentException(
                    "a client of your own has a region, an endpoint and credentials already: set them there");
        }
        if (fleet != null && !prefix.isEmpty()) {
            throw new IllegalArgumentException("beside s3lect there is one lockfile and no prefix: set only one");
        }
        ObjectKeys keys =
                fleet == null ? ObjectKeys.under(prefix) : ObjectKeys.only(fleet.lockfile(), fleet.election());
        return open(keys, TimeSource.system());
    }

    /** Opens the store with other keys and clocks. */
    S3Store open(ObjectKeys keys, TimeSource time) {
        S3Client theirs = client;
        Bucket opened = new Bucket(theirs == null ? settings.open() : theirs, theirs == null, bucket);
        FleetObjects fleetObjects = leasesOnly ? null : new FleetObjects(opened, keys);
        LeaseStore store = fleet == null
                ? CellStore.over(new S3Cell(opened, keys, ForeignObjects.none(keys), fleetObjects, time), time)
                : SharedStore.open(opened, keys, fleet, fleetObjects, time);
        return new S3Store(store);
    }
}
