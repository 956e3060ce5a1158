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

/** Knows which node is the master of which keys. Thread-safe. */
public interface Topology extends AutoCloseable {

    /**
     * Returns the master of a slot, as far as is known; looks for it if it is not.
     *
     * @throws StoreException if none can be found
     */
    HostAndPort masterOf(int slot, Deadline deadline);

    /** Returns the master of a slot if it is known without asking anybody, or null. */
    default @Nullable HostAndPort knownMasterOf(int slot) {
        return null;
    }

    /** Returns all masters. */
    List<HostAndPort> masters(Deadline deadline);

    /** Takes note that a node names another as the master of a slot. */
    default void moved(int slot, HostAndPort to) {
        throw new StoreException(
                Kind.MISCONFIGURED,
                "this server is part of a Redis Cluster (it sends us to " + to + "): write redis-cluster://…");
    }

    /** Takes note that a node may be the master no more. */
    void suspect(HostAndPort node);

    /**
     * Returns what a server is called for as long as it is the same one, started anew or not; empty where the address
     * may lead to one server today and to another tomorrow, so that only its run id tells them apart.
     */
    default String serverName(HostAndPort node) {
        return node.toString();
    }

    /** Tells whether others decide which server is the master: sentinels, or the nodes of a Cluster. */
    default boolean hasVoters() {
        return false;
    }

    /** Asks those who decide which server is the master of these slots, the node perhaps, and returns their votes. */
    default MasterVotes poll(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        throw new UnsupportedOperationException("nobody decides which server is the master");
    }

    /** Returns what those who decide call a server; empty if that is not known. */
    default String voterNameOf(HostAndPort node) {
        return node.toString();
    }

    /** Returns the sentinels that tell when another server is made the master. */
    default List<HostAndPort> sentinels() {
        return List.of();
    }

    /** Returns a connection to a sentinel for the caller to keep. */
    default Connection openToSentinel(HostAndPort sentinel) {
        throw new UnsupportedOperationException("there are no sentinels");
    }

    /** Asks who the master is now, and tells whether it is another than was known. */
    default boolean hasMasterChanged(Deadline deadline) {
        return false;
    }

    /** Tells whether keys are spread over several masters. */
    default boolean isCluster() {
        return false;
    }

    /** Returns what is to be said of how the servers are arranged. */
    default List<CheckResult> diagnose(Deadline deadline) {
        return List.of();
    }

    @Override
    default void close() {}

    /** Returns the topology of one server, which somebody else may move about. */
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
                // There is no other to ask.
            }
        };
    }
}
