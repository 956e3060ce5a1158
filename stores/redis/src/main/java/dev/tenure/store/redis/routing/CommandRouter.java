package dev.tenure.store.redis.routing;

import static java.lang.System.Logger.Level.DEBUG;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.connection.BackgroundThreads;
import dev.tenure.store.redis.connection.ConnectionPools;
import dev.tenure.store.redis.topology.MajorityCheck;
import dev.tenure.store.redis.topology.Topology;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import redis.clients.jedis.HostAndPort;

/** Sends commands to the masters of their keys, each batch as one {@link CommandBatch}. Thread-safe. */
public final class CommandRouter implements AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.redis");

    private final ConnectionPools connections;
    private final Topology topology;
    private final MajorityCheck majority;
    /**
     * One thread for each node of a running batch: {@link ConnectionPools} limits how many wait for a node that hangs.
     */
    private final ThreadPoolExecutor threads = BackgroundThreads.onDemand("tenure-redis-cluster");

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

    /** Records that a node failed or may no longer be the master. */
    public void suspect(HostAndPort node) {
        topology.suspect(node);
        majority.suspect(node);
    }

    /** Sends one command and returns its answer. */
    public Object send(CallPurpose purpose, RedisCommand call, Deadline deadline) {
        Object answer = send(purpose, List.of(call), deadline).get(0);
        if (answer instanceof StoreException failed) {
            throw failed;
        }
        return answer;
    }

    /** Sends the commands and returns for each, in order, its answer or the {@link StoreException} it ended with. */
    public List<Object> send(CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        deadline.requireLeft();
        return new CommandBatch(this, purpose, calls, deadline).run();
    }

    /**
     * Sends reads of which some may fail, and returns for each its answer or its {@link StoreException}; throws only if
     * all fail. They get half of the time, so that a node that hangs leaves the caller time to use the other answers.
     */
    public List<Object> sendBestEffort(String action, List<RedisCommand> calls, Deadline deadline) {
        Deadline half = Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(2));
        List<Object> answers = send(new CallPurpose(action, CallPurpose.Type.READ), calls, half);
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

    /** Runs part of a batch on a background thread; throws if the store is closed. */
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
