package dev.tenure.store.s3;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Keeps leases, rosters, requests and history in a bucket of S3, or of a store that speaks its protocol and has
 * conditional writes. Thread-safe.
 *
 * <p>S3 has no clock to judge by and pushes nothing. A follower reads once an interval. A lease is over when its object
 * did not change for 1.1 times its ttl on the follower's own clock.
 */
public final class S3Store extends ForwardingStore {
    S3Store(LeaseStore store) {
        super(store);
    }

    /** Returns a builder of a store in this bucket, with a client that the store opens and closes. */
    public static S3StoreBuilder on(String bucket) {
        return new S3StoreBuilder(null, bucket);
    }

    /**
     * Returns a builder of a store in this bucket, on the application's own client, with its credentials, region,
     * endpoint and proxies. It stays open when the store is closed. Its retries are switched off for the calls of the
     * store; its socket timeouts should be shorter than a call may take.
     */
    public static S3StoreBuilder on(S3Client client, String bucket) {
        return new S3StoreBuilder(requireNonNull(client, "client"), bucket);
    }
}
