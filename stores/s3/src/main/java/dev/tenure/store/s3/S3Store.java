package dev.tenure.store.s3;

/**
 * Leases in a bucket of S3, or of a store that speaks its protocol and has conditional writes.
 *
 * <p>S3 has no clock to judge by and pushes nothing: a follower looks once an interval, and a lease is over when its
 * object stood still for 1.1 times its ttl on the follower's own clock.
 */
public final class S3Store {
    private S3Store() {}

    /** Begins to say how the store in this bucket shall be opened. */
    public static S3StoreBuilder in(String bucket) {
        return new S3StoreBuilder(bucket);
    }
}
