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
 * Leases in Redis, judged by its clock: on one server, behind Sentinel, or in a Cluster. Thread-safe.
 *
 * <p>It has connections of its own: up to four to each node for calls, opened when first needed, and one to each node
 * that it listens to. Where the server has replicas, a claim or a renewal counts once one of them has it.
 */
public final class RedisStore implements LeaseStore {
    private final Post post;
    private final Leases leases;
    private final Roster roster;
    private final Requests requests;
    private final History history;
    private final Checkup checkup;
    private final @Nullable Listener listener;
    private volatile boolean closed;

    RedisStore(Post post, Keys keys, Quorum quorum, boolean listens) {
        Bell bell = new Bell(keys, post.topology().isCluster());
        this.post = post;
        this.leases = new Leases(post, keys, bell, quorum);
        this.roster = new RedisRoster(post, keys, bell);
        this.requests = new RedisRequests(post, keys, bell);
        this.history = new RedisHistory(post, keys);
        this.checkup = new Checkup(post, keys, quorum);
        this.listener = listens ? new Listener(post, bell) : null;
    }

    /** Begins to say how the store on one server shall be opened. */
    public static RedisStoreBuilder at(String host, int port) {
        return RedisStoreBuilder.single(new HostAndPort(host, port));
    }

    /**
     * Begins to say how the store in a Redis Cluster shall be opened; some of its nodes are enough to find the rest.
     */
    public static RedisStoreBuilder inCluster(List<HostAndPort> nodes) {
        return RedisStoreBuilder.cluster(nodes);
    }

    /** Begins to say how the store on the master of this name shall be opened, which these sentinels watch. */
    public static RedisStoreBuilder behindSentinels(List<HostAndPort> sentinels, String master) {
        return RedisStoreBuilder.sentinel(sentinels, master);
    }

    /**
     * Begins to say how the store shall be opened through a client of the application's own. A connection is taken from
     * its pool for the length of a call only, and the client is never closed.
     */
    public static RedisStoreBuilder on(RedisClient client) {
        return RedisStoreBuilder.lent(client);
    }

    /** The same as {@link #on(RedisClient)}, in a Redis Cluster. */
    public static RedisStoreBuilder on(RedisClusterClient client) {
        return RedisStoreBuilder.lent(client);
    }

    /**
     * The same as {@link #on(RedisClient)}, behind Sentinel. These sentinels, all there are, are asked whether most of
     * them have the client's master for the master: the client itself believes the first that tells it.
     */
    public static RedisStoreBuilder on(RedisSentinelClient client, List<HostAndPort> sentinels, String master) {
        return RedisStoreBuilder.lent(client, sentinels, master);
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

    /** Returns a ttl of 3 s and an interval of 500 ms, as users of go-failover know them. */
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
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return leases.renew(extension, deadline);
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

    /** Closes the connections, and waits for nobody. */
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
        post.close();
    }
}
