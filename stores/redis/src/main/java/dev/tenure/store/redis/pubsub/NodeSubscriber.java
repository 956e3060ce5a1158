package dev.tenure.store.redis.pubsub;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.connection.DeadlineGuard;
import dev.tenure.store.redis.topology.SlotMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/**
 * Receives messages of one node on its own connection and thread, until either ends. Thread-safe.
 *
 * <p>Commands for the node are queued until {@link #write} sends them: a caller that watches an election must not wait
 * for a socket.
 */
public final class NodeSubscriber {
    /** A connection without any message for so long is dead. The node is pinged more often than this. */
    static final Duration MAX_SILENCE = Duration.ofSeconds(25);

    /** So many channels are subscribed to with one command; sharded ones each with its own, for their slots differ. */
    private static final int MOST_CHANNELS = 500;

    /** A node that hangs delays the writing thread no longer than this. */
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(1);

    private final HostAndPort node;
    private final boolean sharded;
    private final Callback callback;
    private final Set<String> channels = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::run, "tenure-redis-listen");
    private final List<CommandArguments> pendingCommands = new ArrayList<>();
    private final Set<String> pendingChannels = new LinkedHashSet<>();
    private @Nullable Connection connection;
    private boolean ended;

    /** Receives what a subscriber sees. */
    interface Callback {
        /** Opens the connection of the subscriber. */
        Connection connect(HostAndPort node);

        /** There are pending commands to write. */
        void onPendingCommands(NodeSubscriber subscriber);

        /** A message came on the channel, or may have come before the subscription. */
        void onMessage(String channel);

        /** The node no longer serves the channel. */
        void onChannelMoved(NodeSubscriber from, String channel);

        /** Another node serves the slot and its channels. */
        void onSlotMoved(int slot, HostAndPort to);

        /** The subscriber has ended. */
        void onEnd(NodeSubscriber subscriber, @Nullable Exception why);
    }

    NodeSubscriber(HostAndPort node, boolean sharded, Callback callback) {
        this.node = node;
        this.sharded = sharded;
        this.callback = callback;
        thread.setDaemon(true);
    }

    HostAndPort node() {
        return node;
    }

    /** Returns the channels it subscribes to, or did when it ended. */
    Set<String> channels() {
        return Set.copyOf(channels);
    }

    void start() {
        thread.start();
    }

    /** Subscribes to one more channel with the next write. */
    synchronized void add(String channel) {
        if (channels.add(channel) && connection != null) {
            pendingChannels.add(channel);
        }
    }

    /** Unsubscribes from a channel with the next write. */
    synchronized void remove(String channel) {
        boolean subscribed = channels.remove(channel) && !pendingChannels.remove(channel);
        if (subscribed && connection != null) {
            pendingCommands.add(
                    new CommandArguments(sharded ? Protocol.Command.SUNSUBSCRIBE : Protocol.Command.UNSUBSCRIBE)
                            .add(channel));
        }
    }

    /** Tells whether its connection is open: if the node closes it, {@link Callback#onEnd} is called at once. */
    synchronized boolean isConnected() {
        return connection != null && !ended;
    }

    /** Pings the node with the next write. */
    synchronized void ping() {
        if (connection != null && !channels.isEmpty()) {
            pendingCommands.add(new CommandArguments(Protocol.Command.PING));
        }
    }

    synchronized void close() {
        ended = true;
        if (connection != null) {
            DeadlineGuard.abort(connection);
        }
    }

    /** Returns the commands that subscribe to all pending channels. */
    private List<CommandArguments> subscriptions() {
        List<CommandArguments> commands = new ArrayList<>();
        int room = 0;
        for (String channel : pendingChannels) {
            if (room == 0) {
                commands.add(new CommandArguments(sharded ? Protocol.Command.SSUBSCRIBE : Protocol.Command.SUBSCRIBE));
                room = sharded ? 1 : MOST_CHANNELS;
            }
            commands.get(commands.size() - 1).add(channel);
            room--;
        }
        pendingChannels.clear();
        return commands;
    }

    /**
     * Writes pending commands, and waits a limited time for the socket. One thread at a time; no other method waits for
     * it.
     */
    void write(DeadlineGuard deadlineGuard) {
        Connection open;
        List<CommandArguments> commands;
        synchronized (this) {
            open = connection;
            commands = new ArrayList<>(subscriptions());
            commands.addAll(pendingCommands);
            pendingCommands.clear();
        }
        if (open == null || commands.isEmpty()) {
            return;
        }
        try {
            Future<?> guard = deadlineGuard.closeAt(open, Deadline.after(TimeSource.system(), WRITE_TIMEOUT));
            try {
                commands.forEach(open::sendCommand);
                // Reads nothing; it is the only public way to flush.
                open.getMany(0);
            } finally {
                guard.cancel(false);
            }
        } catch (JedisException | StoreException e) {
            // The reading thread sees the error too.
            DeadlineGuard.abort(open);
        }
    }

    private void run() {
        Exception why = null;
        Connection open = null;
        try {
            open = callback.connect(node);
            open.setSoTimeout((int) MAX_SILENCE.toMillis());
            begin(open);
            callback.onPendingCommands(this);
            while (!isEnded()) {
                readMessage(open);
            }
        } catch (RuntimeException e) {
            why = e;
        } finally {
            synchronized (this) {
                ended = true;
                connection = null;
            }
            if (open != null) {
                DeadlineGuard.abort(open);
                giveBack(open);
            }
            callback.onEnd(this, why);
        }
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    private synchronized void begin(Connection open) {
        connection = open;
        pendingChannels.addAll(channels);
        if (ended) {
            DeadlineGuard.abort(open);
        }
    }

    private void readMessage(Connection open) {
        Object message;
        try {
            message = open.getUnflushedObject();
        } catch (JedisMovedDataException elsewhere) {
            callback.onSlotMoved(elsewhere.getSlot(), SlotMap.address(node, elsewhere.getTargetNode()));
            return;
        }
        if (!(message instanceof List<?> parts) || parts.size() < 2 || !(parts.get(1) instanceof byte[] name)) {
            return;
        }
        String channel = new String(name, StandardCharsets.UTF_8);
        switch (Replies.text(parts.get(0))) {
            case "message", "smessage", "subscribe", "ssubscribe" -> callback.onMessage(channel);
            case "sunsubscribe", "unsubscribe" -> {
                if (channels.remove(channel)) {
                    callback.onChannelMoved(this, channel);
                }
            }
            default -> {
                // The answer to a ping.
            }
        }
    }

    private static void giveBack(Connection open) {
        try {
            open.close();
        } catch (JedisException e) {
            // It was closed already.
        }
    }
}
