package dev.tenure.store.redis.routing;

import dev.tenure.store.redis.topology.Topology;

import dev.tenure.store.redis.topology.MajorityCheck;

import dev.tenure.store.redis.connection.NodeConnectionPool;

import dev.tenure.store.redis.connection.ConnectionPools;

import dev.tenure.store.redis.command.RedisCommand;

import dev.tenure.store.redis.command.CallPurpose;

import static java.lang.System.Logger.Level.DEBUG;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.CallPurpose.Type;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.HostAndPort;

/** Brings calls to the nodes that serve them, each batch by a {@link CommandBatch} of its own. Thread-safe. */
public final class CommandRouter implements AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.redis");
    private static final long IDLE_SECONDS = 10;

    private final ConnectionPools connections;
    private final Topology topology;
    private final MajorityCheck majority;
    /** As many as calls are under way: {@link NodeConnectionPool} lets no more than some wait for a node that hangs. */
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "tenure-redis-cluster");
                thread.setDaemon(true);
                return thread;
            });

    public CommandRouter(ConnectionPools connections, Topology topology) {
        this.connections = connections;
        this.topology = topology;
        this.majority = new MajorityCheck(topology);
    }

    public ConnectionPools connections() {
        return connections;
    }

    public Topology topology() {
        return topology;
    }

    public MajorityCheck majority() {
        return majority;
    }

    /** Takes note that a node may be the master no more. */
    public void suspect(HostAndPort node) {
        topology.suspect(node);
        majority.suspect(node);
    }

    /** Makes one call, and returns its answer. */
    public Object send(CallPurpose purpose, RedisCommand call, Deadline deadline) {
        Object answer = send(purpose, List.of(call), deadline).get(0);
        if (answer instanceof StoreException failed) {
            throw failed;
        }
        return answer;
    }

    /** Makes the calls, and returns for each, in order, its answer or the {@link StoreException} it ended with. */
    public List<Object> send(CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        deadline.requireLeft();
        return new CommandBatch(this, purpose, calls, deadline).run();
    }

    /**
     * Makes calls that decide nothing, and returns for each its answer or what it ended with. One that fails does not
     * spoil the others: only if all do, it is thrown. They get half the time, so that a node that hangs leaves the
     * caller the other half to make use of what the others say.
     */
    public List<Object> sendBestEffort(String action, List<RedisCommand> calls, Deadline deadline) {
        Deadline half = Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(2));
        List<Object> answers = send(new CallPurpose(action, Type.READ), calls, half);
        List<StoreException> failures = answers.stream()
                .filter(StoreException.class::isInstance)
                .map(StoreException.class::cast)
                .toList();
        if (!failures.isEmpty()) {
            LOG.log(DEBUG, action + ": " + failures.size() + " of " + calls.size() + " failed", failures.get(0));
            if (failures.size() == calls.size()) {
                throw failures.get(0);
            }
        }
        return answers;
    }

    /** Runs part of a delivery on a thread of its own; throws if the store is closed. */
    void runInBackground(Runnable part) {
        threads.execute(part);
    }

    @Override
    public void close() {
        connections.close();
        topology.close();
        threads.shutdown();
    }
}
