package dev.tenure.store.redis.pubsub;

import dev.tenure.store.redis.topology.Topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** Hears from the sentinels, one {@link NodeSubscriber} for each, that another server was made the master. Thread-safe. */
final class MasterChangeListener implements NodeSubscriber.Callback, AutoCloseable {
    private static final String CHANNEL = "+switch-master";

    private final Topology topology;
    private final Runnable onMasterChange;
    private final Consumer<NodeSubscriber> onPendingCommands;
    private final Map<HostAndPort, NodeSubscriber> subscribers = new HashMap<>();
    private boolean closed;

    /**
     * Makes what hears, from the first {@link #maintain} on.
     *
     * @param onMasterChange is run when there may be another master, also when it begins to listen: earlier news were not
     *     heard
     * @param onPendingCommands is told of an ear that has something to write
     */
    MasterChangeListener(Topology topology, Runnable onMasterChange, Consumer<NodeSubscriber> onPendingCommands) {
        this.topology = topology;
        this.onMasterChange = onMasterChange;
        this.onPendingCommands = onPendingCommands;
    }

    /** Begins to listen to those sentinels that it does not hear, and pings the others. */
    synchronized List<NodeSubscriber> maintain() {
        for (HostAndPort sentinel : closed ? List.<HostAndPort>of() : topology.sentinels()) {
            NodeSubscriber subscriber = subscribers.get(sentinel);
            if (subscriber == null) {
                subscriber = new NodeSubscriber(sentinel, false, this);
                subscriber.add(CHANNEL);
                subscriber.start();
                subscribers.put(sentinel, subscriber);
            } else {
                subscriber.ping();
            }
        }
        return List.copyOf(subscribers.values());
    }

    @Override
    public Connection connect(HostAndPort node) {
        return topology.openToSentinel(node);
    }

    @Override
    public void onPendingCommands(NodeSubscriber subscriber) {
        onPendingCommands.accept(subscriber);
    }

    @Override
    public void onMessage(String channel) {
        onMasterChange.run();
    }

    @Override
    public void moved(NodeSubscriber from, String channel) {
        // Sentinels send nobody elsewhere.
    }

    @Override
    public void moved(int slot, HostAndPort to) {
        // Sentinels send nobody elsewhere.
    }

    /** One that is gone is tried again when all are looked after: others tell the same. */
    @Override
    public synchronized void onEnd(NodeSubscriber subscriber, @Nullable Exception why) {
        subscribers.remove(subscriber.node(), subscriber);
    }

    @Override
    public synchronized void close() {
        closed = true;
        subscribers.values().forEach(NodeSubscriber::close);
    }
}
