package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** Finds the master of each slot. Thread-safe. */
public interface Topology extends AutoCloseable {

    /**
     * Returns the master of a slot; asks the servers if it is not known.
     *
     * @throws StoreException if no master can be found
     */
    HostAndPort masterOf(int slot, Deadline deadline);

    /** Returns the master of a slot if it is known without asking a server, or null. */
    default @Nullable HostAndPort knownMasterOf(int slot) {
        return null;
    }

    /** Returns all masters. */
    List<HostAndPort> masters(Deadline deadline);

    /** Records that a node named another as the master of a slot. */
    default void slotMoved(int slot, HostAndPort to) {
        throw new StoreException(
                Kind.MISCONFIGURED,
                "this server is part of a Redis Cluster (it sends us to " + to + "): write redis-cluster://…");
    }

    /** Records that a node failed or may no longer be the master. */
    void suspect(HostAndPort node);

    /**
     * Returns the name that records keep for a server, the same after a restart; empty where the address may lead to
     * another server later, so that only the run id identifies it.
     */
    default String serverName(HostAndPort node) {
        return node.toString();
    }

    /** Tells whether voters decide which server is the master: sentinels, or the nodes of a Cluster. */
    default boolean hasVoters() {
        return false;
    }

    /** Asks the voters which server is the master of these slots, expecting the given node, and returns their votes. */
    default MasterVotes askVoters(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        throw new UnsupportedOperationException("there are no voters");
    }

    /** Returns the name by which voters know a server; empty if it is unknown. */
    default String voterNameOf(HostAndPort node) {
        return node.toString();
    }

    /** Returns the sentinels that announce a new master. */
    default List<HostAndPort> sentinels() {
        return List.of();
    }

    /** Opens a connection to a sentinel that the caller keeps. */
    default Connection openToSentinel(HostAndPort sentinel) {
        throw new UnsupportedOperationException("there are no sentinels");
    }

    /** Asks the voters for the master, and tells whether it is another than was known. */
    default boolean hasMasterChanged(Deadline deadline) {
        return false;
    }

    /** Tells whether several masters share the keys. */
    default boolean isCluster() {
        return false;
    }

    /** Checks how the servers are set up. */
    default List<CheckResult> diagnose(Deadline deadline) {
        return List.of();
    }

    @Override
    default void close() {}

    /** Returns the topology of one server address. */
    static Topology fixed(Supplier<HostAndPort> server) {
        return new Topology() {
            @Override
            public HostAndPort masterOf(int slot, Deadline deadline) {
                return server.get();
            }

            @Override
            public List<HostAndPort> masters(Deadline deadline) {
                return List.of(server.get());
            }

            @Override
            public String serverName(HostAndPort node) {
                return "";
            }

            @Override
            public void suspect(HostAndPort node) {
                // There is only one server.
            }
        };
    }
}
