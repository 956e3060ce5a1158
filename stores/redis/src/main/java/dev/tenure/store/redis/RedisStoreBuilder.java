package dev.tenure.store.redis;

import dev.tenure.store.redis.topology.Topology;

import dev.tenure.store.redis.topology.SentinelTopology;

import dev.tenure.store.redis.topology.ClusterTopology;

import dev.tenure.store.redis.routing.CommandRouter;

import dev.tenure.store.redis.records.ReplicaRequirement;

import dev.tenure.store.redis.records.Keys;

import dev.tenure.store.redis.connection.ConnectionSource;

import dev.tenure.store.redis.connection.ConnectionPools;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.util.Pool;

/** How a {@link RedisStore} shall be opened. Not thread-safe. */
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

    /** Makes the topology of a store, once its connections are known. */
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
                (connections, config) -> new SentinelTopology(new ConnectionPools(ConnectionSource.own(config)), sentinels, master), null);
    }

    static RedisStoreBuilder borrowed(RedisClient client) {
        HostAndPort anywhere = new HostAndPort("the application's client", 0);
        return new RedisStoreBuilder(
                (connections, config) -> Topology.fixed(() -> anywhere),
                ConnectionSource.borrowed((node, timeoutMillis) -> client.getPool().getResource()));
    }

    static RedisStoreBuilder borrowed(RedisClusterClient client) {
        List<HostAndPort> nodes = client.getClusterNodes().keySet().stream()
                .map(HostAndPort::from)
                .toList();
        return new RedisStoreBuilder(
                (connections, config) -> new ClusterTopology(connections, nodes), ConnectionSource.borrowed((node, timeoutMillis) -> borrow(client, node)));
    }

    private static Connection borrow(RedisClusterClient client, HostAndPort node) {
        ConnectionPool pool = client.getClusterNodes().get(node.toString());
        if (pool == null) {
            client.refreshClusterTopology();
            pool = client.getClusterNodes().get(node.toString());
        }
        if (pool == null) {
            throw new StoreException(Kind.UNREACHABLE, "the application's client does not know the node " + node);
        }
        return pool.getResource();
    }

    static RedisStoreBuilder borrowed(RedisSentinelClient client, List<HostAndPort> sentinels, String master) {
        requireNonNull(master, "master");
        return new RedisStoreBuilder(
                (connections, config) -> new SentinelTopology(new ConnectionPools(ConnectionSource.own(config)), sentinels, master),
                ConnectionSource.borrowed((node, timeoutMillis) -> borrow(client, node)));
    }

    /** The client may not have heard yet of the master that most sentinels name, or of the one that follows it. */
    private static Connection borrow(RedisSentinelClient client, HostAndPort node) {
        Iterator<Pool<Connection>> pools =
                client.getPrimaryNodesConnectionMap().values().iterator();
        Connection connection = pools.next().getResource();
        if (!node.equals(connection.getHostAndPort())) {
            String other = String.valueOf(connection.getHostAndPort());
            connection.close();
            throw new StoreException(
                    Kind.UNREACHABLE, "the application's client has " + other + " for the master, and not " + node);
        }
        return connection;
    }

    /**
     * Uses these settings for connections: user and password, TLS, number of the database, mapping of addresses. Their
     * timeouts count for nothing, since each call has a deadline.
     *
     * @throws IllegalStateException with a client of the application's own, which has settings of its own
     */
    public RedisStoreBuilder config(JedisClientConfig settings) {
        if (borrowed != null) {
            throw new IllegalStateException("the application's client has settings of its own: leave config out");
        }
        this.config = requireNonNull(settings, "settings");
        return this;
    }

    /** Uses these settings for connections to sentinels, which have users and passwords of their own. */
    public RedisStoreBuilder sentinelConfig(JedisClientConfig settings) {
        this.sentinelConfig = requireNonNull(settings, "settings");
        return this;
    }

    /** Begins all keys with this instead of {@code tenure}. */
    public RedisStoreBuilder prefix(String text) {
        new Keys(text);
        this.prefix = text;
        return this;
    }

    /**
     * Says how many replicas must have a claim or a renewal before it counts, whatever is seen of them. Unless it is
     * said, one where the server has any, or had when the election was last written to. With 0 a fail-over of Redis may
     * make two leaders at once.
     */
    public RedisStoreBuilder replicas(int number) {
        this.requirement = new ReplicaRequirement(number);
        return this;
    }

    /** Does not listen, to spare a connection or because the user may not subscribe. */
    public RedisStoreBuilder pollOnly() {
        this.pollOnly = true;
        return this;
    }

    /** Says that the store may keep connections of the application's client for good, to listen on. */
    public RedisStoreBuilder keepConnections() {
        this.keepsConnections = true;
        return this;
    }

    /** Opens the store. Nothing is sent before its first call. */
    public RedisStore open() {
        ConnectionPools connections = new ConnectionPools(borrowed == null ? ConnectionSource.own(config) : borrowed);
        CommandRouter router = new CommandRouter(connections, topology.create(connections, sentinelConfig));
        boolean listens = !pollOnly && (borrowed == null || keepsConnections);
        return new RedisStore(router, new Keys(prefix), requirement, listens);
    }
}
