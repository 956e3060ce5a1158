package dev.tenure.store.redis.pubsub;

import dev.tenure.store.redis.topology.SlotMap;

import dev.tenure.store.redis.connection.DeadlineGuard;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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
 * Listens to one node on a connection and a thread of its own, until either ends. Thread-safe.
 *
 * <p>What is to be told to the node is kept until somebody writes it: who watches an election must not wait for a
 * socket.
 */
public final class NodeSubscriber {
    /** A peer that vanished without a word would be listened to for ever: it is pinged more often than this. */
    static final Duration MAX_SILENCE = Duration.ofSeconds(5);

    /** A node that hangs holds the one who writes for all no longer than this. */
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(1);

    private final HostAndPort node;
    private final boolean sharded;
    private final Callback callback;
    private final Set<String> channels = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::run, "tenure-redis-listen");
    private final List<CommandArguments> pendingCommands = new ArrayList<>();
    private @Nullable Connection connection;
    private boolean ended;

    /** What is told of what was heard. */
    interface Callback {
        /** Opens the connection of the ear. */
        Connection connect(HostAndPort node);

        /** There is something to write. */
        void onPendingCommands(NodeSubscriber subscriber);

        /** Something was told on the channel, or may have been before it was listened to. */
        void onMessage(String channel);

        /** The channel is to be heard elsewhere. */
        void moved(NodeSubscriber from, String channel);

        /** The slot is to be found elsewhere, and whatever channels it has. */
        void moved(int slot, HostAndPort to);

        /** The ear hears no more. */
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

    /** Returns the channels that are listened to, or were when it ended. */
    Set<String> channels() {
        return Set.copyOf(channels);
    }

    void start() {
        thread.start();
    }

    /** Listens to one more channel, as soon as that is written. */
    synchronized void add(String channel) {
        if (channels.add(channel) && connection != null) {
            pendingCommands.add(subscription(channel));
        }
    }

    /** Listens to a channel no more, as soon as that is written. */
    synchronized void remove(String channel) {
        if (channels.remove(channel) && connection != null) {
            pendingCommands.add(new CommandArguments(sharded ? Protocol.Command.SUNSUBSCRIBE : Protocol.Command.UNSUBSCRIBE)
                    .add(channel));
        }
    }

    /** Looks whether the node is still there, as soon as that is written. */
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

    private CommandArguments subscription(String channel) {
        return new CommandArguments(sharded ? Protocol.Command.SSUBSCRIBE : Protocol.Command.SUBSCRIBE).add(channel);
    }

    /**
     * Writes what is unwritten, and waits for the socket to take it, but not for long. One thread at a time; no other
     * method waits for it.
     */
    void write(DeadlineGuard deadlineGuard) {
        Connection open;
        List<CommandArguments> commands;
        synchronized (this) {
            open = connection;
            commands = List.copyOf(pendingCommands);
            pendingCommands.clear();
        }
        if (open == null || commands.isEmpty()) {
            return;
        }
        try {
            Future<?> guard = deadlineGuard.closeAt(open, Deadline.after(TimeSource.system(), WRITE_TIMEOUT));
            try {
                commands.forEach(open::sendCommand);
                // Reads no answer, and is the only public way to flush.
                open.getMany(0);
            } finally {
                guard.cancel(false);
            }
        } catch (JedisException | StoreException e) {
            // The thread that reads finds out, too.
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
        channels.forEach(channel -> pendingCommands.add(subscription(channel)));
        if (ended) {
            DeadlineGuard.abort(open);
        }
    }

    private void readMessage(Connection open) {
        Object told;
        try {
            told = open.getUnflushedObject();
        } catch (JedisMovedDataException elsewhere) {
            callback.moved(elsewhere.getSlot(), SlotMap.address(node, elsewhere.getTargetNode()));
            return;
        }
        if (!(told instanceof List<?> parts) || parts.size() < 2 || !(parts.get(1) instanceof byte[] name)) {
            return;
        }
        String channel = new String(name, StandardCharsets.UTF_8);
        switch (new String((byte[]) parts.get(0), StandardCharsets.UTF_8)) {
            case "message", "smessage", "subscribe", "ssubscribe" -> callback.onMessage(channel);
            case "sunsubscribe", "unsubscribe" -> {
                if (channels.remove(channel)) {
                    callback.moved(this, channel);
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
