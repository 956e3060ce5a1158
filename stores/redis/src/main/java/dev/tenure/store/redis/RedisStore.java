package dev.tenure.store.redis;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.doctor.ServerChecks;
import dev.tenure.store.redis.pubsub.ChangeListener;
import dev.tenure.store.redis.records.ChangeChannels;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.store.redis.records.LeaseRecords;
import dev.tenure.store.redis.records.RedisHistory;
import dev.tenure.store.redis.records.RedisRequests;
import dev.tenure.store.redis.records.RedisRoster;
import dev.tenure.store.redis.records.ReplicaRequirement;
import dev.tenure.store.redis.routing.CommandRouter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;

/**
 * Keeps leases in Redis and judges them by its clock: on one server, behind Sentinel, or in a Cluster. Thread-safe.
 *
 * <p>It opens up to four connections to each node for calls, when first needed, and one to each node it listens to.
 * Where the server has replicas, a claim or renewal counts once one of them has it.
 */
public final class RedisStore implements LeaseStore {
    private final CommandRouter router;
    private final LeaseRecords leases;
    private final Roster roster;
    private final Requests requests;
    private final History history;
    private final ServerChecks checkup;
    private final @Nullable ChangeListener listener;
    private volatile boolean closed;

    RedisStore(CommandRouter router, Keys keys, ReplicaRequirement requirement, boolean listens) {
        ChangeChannels channels = new ChangeChannels(keys, router.topology().isCluster());
        this.router = router;
        this.leases = new LeaseRecords(router, keys, channels, requirement);
        this.roster = new RedisRoster(router, keys, channels);
        this.requests = new RedisRequests(router, keys, channels);
        this.history = new RedisHistory(router, keys);
        this.checkup = new ServerChecks(router, keys, requirement);
        this.listener = listens ? new ChangeListener(router, channels) : null;
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
     * Returns a builder of a store on the application's own client. A connection is taken from its pool only for the
     * length of a call, and the client is never closed.
     */
    public static RedisStoreBuilder on(RedisClient client) {
        return RedisStoreBuilder.onClient(client);
    }

    /** Returns a builder of a store on the application's own Cluster client; see {@link #on(RedisClient)}. */
    public static RedisStoreBuilder on(RedisClusterClient client) {
        return RedisStoreBuilder.onClient(client);
    }

    /**
     * Returns a builder of a store on the application's own Sentinel client; see {@link #on(RedisClient)}. List all
     * sentinels: the store asks whether a majority of them names the client's master, because the client believes the
     * first that answers.
     */
    public static RedisStoreBuilder on(RedisSentinelClient client, List<HostAndPort> sentinels, String master) {
        return RedisStoreBuilder.onClient(client, sentinels, master);
    }

    @Override
    public String requires() {
        return RedisStoreProvider.REQUIRES;
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> all = EnumSet.allOf(Capability.class);
        if (listener == null) {
            all.remove(Capability.WATCH);
        }
        return Set.copyOf(all);
    }

    /** Returns a ttl of 3 s and an interval of 500 ms, the defaults of go-failover. */
    @Override
    public Timing timing() {
        return Timing.local();
    }

    @Override
    public void checkName(String election) {
        Keys.checkElection(election);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return leases.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return leases.renew(request, deadline);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        return leases.renewAll(extensions, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        leases.release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return leases.inspect(election, deadline);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return leases.elections(deadline);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return listener == null ? LeaseStore.super.watch(election, wakeUp) : listener.watch(election, wakeUp);
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public Requests requests() {
        return requests;
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return checkup.run(timing, deadline);
    }

    /** Closes the connections without waiting for running calls. */
    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        if (listener != null) {
            listener.close();
        }
        router.close();
    }
}
