package dev.tenure.store.redis;

import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.doctor.ServerChecks;
import dev.tenure.store.redis.pubsub.ChangeListener;
import dev.tenure.store.redis.records.ChangeChannels;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.store.redis.records.LeaseRecords;
import dev.tenure.store.redis.records.RedisBatons;
import dev.tenure.store.redis.records.RedisHistory;
import dev.tenure.store.redis.records.RedisRequests;
import dev.tenure.store.redis.records.RedisRoster;
import dev.tenure.store.redis.records.ReplicaRequirement;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.StoreDescription;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;

/**
 * Keeps leases in Redis and judges them by its clock: on one server, behind Sentinel, or in a Cluster. Thread-safe.
 *
 * <p>It opens up to four connections to each node for calls, when first needed, and one to each node it listens to.
 * Where the server has replicas, a claim or renewal counts once one of them has it.
 */
public final class RedisStore extends CompositeStore {
    private final CommandRouter router;
    private final ServerChecks checkup;
    private final @Nullable ChangeListener listener;

    RedisStore(CommandRouter router, Keys keys, ReplicaRequirement requirement, boolean listens) {
        this(
                router,
                keys,
                requirement,
                new ChangeChannels(keys, router.topology().isCluster()),
                listens);
    }

    private RedisStore(
            CommandRouter router, Keys keys, ReplicaRequirement requirement, ChangeChannels channels, boolean listens) {
        super(
                description(listens),
                new Parts(
                        new LeaseRecords(router, keys, channels, requirement),
                        new RedisRoster(router, keys, channels),
                        new RedisRequests(router, keys, channels),
                        new RedisHistory(router, keys),
                        new RedisBatons(router, keys, requirement)));
        this.router = router;
        this.checkup = new ServerChecks(router, keys, requirement);
        this.listener = listens ? new ChangeListener(router, channels) : null;
    }

    /** Has a ttl of 3 s and an interval of 500 ms, the defaults of go-failover. */
    private static StoreDescription description(boolean listens) {
        Set<Capability> capabilities = EnumSet.allOf(Capability.class);
        if (!listens) {
            capabilities.remove(Capability.WATCH);
        }
        return new StoreDescription("redis", RedisStoreProvider.REQUIRES, Timing.local(), capabilities);
    }

    /** Returns a builder of a store on one server. */
    public static RedisStoreBuilder on(String host, int port) {
        return RedisStoreBuilder.single(new HostAndPort(host, port));
    }

    /** Returns a builder of a store in a Redis Cluster; some of its nodes are enough to find the rest. */
    public static RedisStoreBuilder onCluster(List<HostAndPort> nodes) {
        return RedisStoreBuilder.cluster(nodes);
    }

    /** Returns a builder of a store on the master of this name, which these sentinels watch. */
    public static RedisStoreBuilder onSentinel(List<HostAndPort> sentinels, String master) {
        return RedisStoreBuilder.sentinel(sentinels, master);
    }

    /**
     * Returns a builder of a store on the application's own client, for one server or a Cluster: a {@code RedisClient}
     * or {@code RedisClusterClient} of Jedis 8, a {@code JedisPooled} or {@code JedisCluster} before. A connection is
     * taken from its pool only for the length of a call, and the client is never closed.
     */
    public static RedisStoreBuilder on(UnifiedJedis client) {
        return RedisStoreBuilder.onClient(client);
    }

    /**
     * Returns a builder of a store on the application's own Sentinel client; see {@link #on(UnifiedJedis)}. List all
     * sentinels: the store asks whether a majority of them names the client's master, because the client believes the
     * first that answers.
     */
    public static RedisStoreBuilder on(UnifiedJedis client, List<HostAndPort> sentinels, String master) {
        return RedisStoreBuilder.onClient(client, sentinels, master);
    }

    @Override
    public void checkName(String election) {
        Keys.checkElection(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return listener == null ? super.watch(election, wakeUp) : listener.watch(election, wakeUp);
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return checkup.run(timing, deadline);
    }

    @Override
    protected void closeResources() {
        if (listener != null) {
            listener.close();
        }
        router.close();
    }
}
