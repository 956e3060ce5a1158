package dev.tenure.store.redis.pubsub;

import dev.tenure.store.redis.topology.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** Subscribes to the sentinels, one {@link NodeSubscriber} each, to learn of a new master. Thread-safe. */
final class MasterChangeListener implements NodeSubscriber.Callback, AutoCloseable {
    private static final String CHANNEL = "+switch-master";

    private final Topology topology;
    private final Runnable onMasterChange;
    private final Consumer<NodeSubscriber> onPendingCommands;
    private final Map<HostAndPort, NodeSubscriber> subscribers = new HashMap<>();
    private boolean closed;

    /**
     * Starts listening with the first {@link #maintain(boolean)}.
     *
     * @param onMasterChange runs when there may be another master, also after subscribing: earlier messages were not
     *     received
     * @param onPendingCommands receives a subscriber with commands to write
     */
    MasterChangeListener(Topology topology, Runnable onMasterChange, Consumer<NodeSubscriber> onPendingCommands) {
        this.topology = topology;
        this.onMasterChange = onMasterChange;
        this.onPendingCommands = onPendingCommands;
    }

    /** Subscribes to sentinels without a subscriber, and pings the others if so wished. */
    synchronized List<NodeSubscriber> maintain(boolean ping) {
        for (HostAndPort sentinel : closed ? List.<HostAndPort>of() : topology.sentinels()) {
            NodeSubscriber subscriber = subscribers.get(sentinel);
            if (subscriber == null) {
                subscriber = new NodeSubscriber(sentinel, false, this);
                subscriber.add(CHANNEL);
                subscriber.start();
                subscribers.put(sentinel, subscriber);
            } else if (ping) {
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
    public void onChannelMoved(NodeSubscriber from, String channel) {
        // Sentinels do not redirect.
    }

    @Override
    public void onSlotMoved(int slot, HostAndPort to) {
        // Sentinels do not redirect.
    }

    /** A lost sentinel is tried again with the next {@link #maintain(boolean)}; the others send the same message. */
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
