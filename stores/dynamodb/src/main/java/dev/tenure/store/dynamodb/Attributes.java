package dev.tenure.store.dynamodb;

/**
 * The names in the table. The keys and the first two attributes are shardcoordinator's, and so is what they mean.
 *
 * <p>An election has two items under one partition key: {@link #LOCK}, which is there while a lease is, and
 * {@link #TOKEN}, which stays.
 */
final class Attributes {
    static final String PARTITION_KEY = "pk";
    static final String SORT_KEY = "sk";
    static final String PARTITION_PREFIX = "SHARD#";

    /** The sort key of the item that is the lease. shardcoordinator writes and deletes it, too. */
    static final String LOCK = "LOCK";

    /** The sort key of the item that keeps the token and the mark of a release; it never expires. */
    static final String TOKEN = "TOKEN";

    static final String OWNER = "ownerId";
    static final String END = "ttl";

    static final String TERM = "token";

    /** The token of the released term that this one took over; missing if no release let it in. */
    static final String FOLLOWS = "follows";

    static final String RENEWAL = "renewal";
    static final String ATTEMPT = "attempt";
    static final String NAME = "name";
    static final String ADDRESS = "address";
    static final String SINCE = "since";
    static final String WRITTEN = "writtenAt";
    static final String TTL_MILLIS = "ttlMillis";

    static final String STATE = "state";
    static final String RESERVED_FOR = "reservedFor";
    static final String RESERVED_MILLIS = "reservedMillis";

    private Attributes() {}
}
