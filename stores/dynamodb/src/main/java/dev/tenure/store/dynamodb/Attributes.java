package dev.tenure.store.dynamodb;

/**
 * The names of keys and attributes. The keys and the first two attributes are shardcoordinator's, with its meaning.
 *
 * <p>An election has two items under one partition key: {@link #LOCK}, which exists while a lease does, and
 * {@link #TOKEN}, which stays.
 */
final class Attributes {
    static final String PARTITION_KEY = "pk";
    static final String SORT_KEY = "sk";
    static final String PARTITION_PREFIX = "SHARD#";

    /** The sort key of the lease. shardcoordinator writes and deletes this item too. */
    static final String LOCK = "LOCK";

    /** The sort key of the item with the token and the release mark; it never expires. */
    static final String TOKEN = "TOKEN";

    /** The sort key of the item with the baton; it never expires. */
    static final String BATON = "BATON";

    static final String OWNER = "ownerId";
    static final String END = "ttl";

    static final String TERM = "token";

    /** The token of the released term that this term followed; missing if there was none. */
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
