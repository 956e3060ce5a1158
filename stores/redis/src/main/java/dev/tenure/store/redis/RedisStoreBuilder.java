package dev.tenure.store.redis;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.store.redis.connection.BorrowedClient;
import dev.tenure.store.redis.connection.ConnectionPools;
import dev.tenure.store.redis.connection.ConnectionSource;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.store.redis.records.ReplicaRequirement;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.redis.topology.ClusterTopology;
import dev.tenure.store.redis.topology.SentinelTopology;
import dev.tenure.store.redis.topology.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/** Builds a {@link RedisStore}. Not thread-safe. */
public final class RedisStoreBuilder {
    private static final JedisClientConfig PLAIN = DefaultJedisClientConfig.builder()
            .clientName("tenure")
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .build();

    private final TopologyFactory topology;
    private final @Nullable ConnectionSource borrowed;
    private JedisClientConfig config = PLAIN;
    private JedisClientConfig sentinelConfig = PLAIN;
    private String prefix = "tenure";
    private ReplicaRequirement requirement = new ReplicaRequirement(null);
    private boolean pollOnly;
    private boolean keepsConnections;

    /** Creates the topology of a store from its connections. */
    @FunctionalInterface
    private interface TopologyFactory {
        Topology create(ConnectionPools connections, JedisClientConfig sentinelConfig);
    }

    private RedisStoreBuilder(TopologyFactory topology, @Nullable ConnectionSource borrowed) {
        this.topology = topology;
        this.borrowed = borrowed;
    }

    static RedisStoreBuilder single(HostAndPort server) {
        return new RedisStoreBuilder((connections, config) -> Topology.fixed(() -> server), null);
    }

    static RedisStoreBuilder cluster(List<HostAndPort> nodes) {
        return new RedisStoreBuilder((connections, config) -> new ClusterTopology(connections, nodes), null);
    }

    static RedisStoreBuilder sentinel(List<HostAndPort> sentinels, String master) {
        requireNonNull(master, "master");
        return new RedisStoreBuilder(
                (connections, config) ->
                        new SentinelTopology(new ConnectionPools(ConnectionSource.own(config)), sentinels, master),
                null);
    }

    static RedisStoreBuilder onClient(UnifiedJedis client) {
        ConnectionProvider provider = BorrowedClient.provider(client);
        if (provider instanceof ClusterConnectionProvider cluster) {
            return onCluster(cluster);
        }
        if (provider instanceof SentineledConnectionProvider) {
            throw new IllegalArgumentException(
                    "this client asks sentinels: name them and their master too, on(client, sentinels, master)");
        }
        HostAndPort anywhere = new HostAndPort("the application's client", 0);
        return new RedisStoreBuilder(
                (connections, config) -> Topology.fixed(() -> anywhere),
                ConnectionSource.borrowed((node, timeoutMillis) -> provider.getConnection()));
    }

    private static RedisStoreBuilder onCluster(ClusterConnectionProvider provider) {
        List<HostAndPort> nodes =
                provider.getNodes().keySet().stream().map(HostAndPort::from).toList();
        return new RedisStoreBuilder(
                (connections, config) -> new ClusterTopology(connections, nodes),
                ConnectionSource.borrowed((node, timeoutMillis) -> borrow(provider, node)));
    }

    private static Connection borrow(ClusterConnectionProvider provider, HostAndPort node) {
        ConnectionPool pool = provider.getNodes().get(node.toString());
        if (pool == null) {
            provider.renewSlotCache();
            pool = provider.getNodes().get(node.toString());
        }
        if (pool == null) {
            throw new StoreException(Kind.UNREACHABLE, "the application's client does not know the node " + node);
        }
        return pool.getResource();
    }

    static RedisStoreBuilder onClient(UnifiedJedis client, List<HostAndPort> sentinels, String master) {
        requireNonNull(master, "master");
        if (!(BorrowedClient.provider(client) instanceof SentineledConnectionProvider provider)) {
            throw new IllegalArgumentException(
                    "this client asks no sentinels: leave them and the master out, on(client)");
        }
        return new RedisStoreBuilder(
                (connections, config) ->
                        new SentinelTopology(new ConnectionPools(ConnectionSource.own(config)), sentinels, master),
                ConnectionSource.borrowed((node, timeoutMillis) -> borrow(provider, node)));
    }

    /** Borrows a connection. The client may not know the master yet that the majority of sentinels names. */
    private static Connection borrow(SentineledConnectionProvider provider, HostAndPort node) {
        Connection connection = provider.getConnection();
        HostAndPort address = BorrowedClient.address(connection);
        if (!node.equals(address)) {
            connection.close();
            throw new StoreException(
                    Kind.UNREACHABLE, "the application's client has " + address + " for the master, and not " + node);
        }
        return connection;
    }

    /**
     * Sets user and password, TLS, the number of the database and the mapping of addresses. Timeouts in the settings
     * are ignored, since each call has a deadline.
     *
     * @throws IllegalStateException on the application's own client, which has its own settings
     */
    public RedisStoreBuilder config(JedisClientConfig settings) {
        if (borrowed != null) {
            throw new IllegalStateException("the application's client has its own settings: leave config out");
        }
        this.config = requireNonNull(settings, "settings");
        return this;
    }

    /** Sets the settings of connections to sentinels, which have their own users and passwords. */
    public RedisStoreBuilder sentinelConfig(JedisClientConfig settings) {
        this.sentinelConfig = requireNonNull(settings, "settings");
        return this;
    }

    /** Sets the prefix of all keys, {@code tenure} by default. */
    public RedisStoreBuilder prefix(String text) {
        new Keys(text);
        this.prefix = text;
        return this;
    }

    /**
     * Sets how many replicas must have a claim or renewal before it counts. The default is one where the server has a
     * replica, or had one when the election was last written. With 0 a fail-over of Redis may make two leaders at once.
     */
    public RedisStoreBuilder replicas(int number) {
        this.requirement = new ReplicaRequirement(number);
        return this;
    }

    /** Turns listening off, to save a connection or because the user may not subscribe. */
    public RedisStoreBuilder pollOnly() {
        this.pollOnly = true;
        return this;
    }

    /** Allows the store to keep connections of the application's client, to listen on them. */
    public RedisStoreBuilder keepConnections() {
        this.keepsConnections = true;
        return this;
    }

    /** Opens the store. It connects with its first call. */
    public RedisStore open() {
        ConnectionPools connections = new ConnectionPools(borrowed == null ? ConnectionSource.own(config) : borrowed);
        CommandRouter router = new CommandRouter(connections, topology.create(connections, sentinelConfig));
        boolean listens = !pollOnly && (borrowed == null || keepsConnections);
        return new RedisStore(router, new Keys(prefix), requirement, listens);
    }
}
