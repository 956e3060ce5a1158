package dev.tenure.store.redis.pubsub;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.StoreException;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.RedisErrors;
import dev.tenure.store.redis.connection.BackgroundThreads;
import dev.tenure.store.redis.records.ChangeChannels;
import dev.tenure.store.redis.routing.CommandRouter;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Wakes watchers when a change of their election is published: one {@link NodeSubscriber} for each node with watched
 * elections, and one thread, while there is something to do, that assigns elections to nodes and writes to them.
 * Thread-safe; threads start with the first watch.
 *
 * <p>Each time it subscribes to an election it wakes its watchers once, because earlier messages were not received.
 */
public final class ChangeListener implements AutoCloseable, NodeSubscriber.Callback {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.redis");
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** Only while nothing else is heard: it finds connections that are dead and not closed. */
    private static final Duration PING_INTERVAL = Duration.ofSeconds(20);

    /** How often it is checked where masters may change whether elections have moved, or sentinels come back. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);

    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(2);

    private final CommandRouter router;
    private final ChangeChannels channels;
    private final MasterChangeListener masterChanges;
    private final Map<String, String> elections = new ConcurrentHashMap<>();
    private final Map<String, List<Watcher>> watchers = new ConcurrentHashMap<>();
    private final Map<HostAndPort, NodeSubscriber> subscribers = new HashMap<>();
    private final Map<String, NodeSubscriber> subscriberByChannel = new HashMap<>();
    private final Set<String> unassigned = new LinkedHashSet<>();
    private @Nullable ThreadPoolExecutor executor;
    private long lastPingNanos = TimeSource.system().nanos();
    private Duration backoff = FIRST_BACKOFF;
    private boolean subscribeScheduled;
    private boolean disconnected;
    private boolean closed;

    public ChangeListener(CommandRouter router, ChangeChannels channels) {
        this.router = router;
        this.channels = channels;
        this.masterChanges = new MasterChangeListener(
                router.topology(), () -> schedule(Duration.ZERO, this::followMasterChange), this::onPendingCommands);
    }

    /** Runs the wake-up on every change of the election, until the watch is closed. */
    public synchronized Backend.Watch watch(String election, Runnable wakeUp) {
        if (closed) {
            throw StoreException.closed("redis");
        }
        Watcher own = new Watcher(wakeUp);
        String channel = channels.channelOf(election);
        elections.put(channel, election);
        watchers.computeIfAbsent(channel, name -> new CopyOnWriteArrayList<>()).add(own);
        unassigned.add(channel);
        if (executor == null) {
            executor = BackgroundThreads.oneAtATime("tenure-redis-watch", IDLE);
            schedule(Duration.ZERO, this::tick);
        }
        scheduleSubscribeAll(Duration.ZERO);
        return () -> unwatch(channel, own);
    }

    private synchronized void unwatch(String channel, Watcher watcher) {
        List<Watcher> all = watchers.get(channel);
        if (all != null && all.remove(watcher) && all.isEmpty()) {
            watchers.remove(channel);
            elections.remove(channel);
            unassigned.remove(channel);
            NodeSubscriber subscriber = subscriberByChannel.remove(channel);
            if (subscriber != null) {
                schedule(Duration.ZERO, () -> unsubscribe(subscriber, channel));
            }
        }
    }

    /** Unsubscribes, unless the election is watched again already. */
    private void unsubscribe(NodeSubscriber subscriber, String channel) {
        synchronized (this) {
            if (subscriberByChannel.get(channel) != subscriber) {
                subscriber.remove(channel);
            }
        }
        write(subscriber);
    }

    /** Writes pending commands. Only the executor may call this: it waits for the socket. */
    private void write(NodeSubscriber subscriber) {
        subscriber.write(router.connections().deadlineGuard());
    }

    private synchronized void schedule(Duration delay, Runnable task) {
        if (executor == null || closed) {
            return;
        }
        try {
            if (delay.isZero()) {
                executor.execute(() -> runSafely(task)); // the task logs its own failures
            } else {
                var unused = router.connections()
                        .deadlineGuard()
                        .runAt(Deadline.after(TimeSource.system(), delay), () -> schedule(Duration.ZERO, task));
            }
        } catch (RejectedExecutionException | StoreException e) {
            LOG.log(WARNING, "no wake-ups are pushed any more: the store is being closed");
        }
    }

    private static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(WARNING, "listening goes on after an error", e);
        }
    }

    /** Schedules {@link #subscribeAll}, unless it is scheduled already. */
    private synchronized void scheduleSubscribeAll(Duration delay) {
        if (!subscribeScheduled) {
            subscribeScheduled = true;
            schedule(delay, this::subscribeAll);
        }
    }

    /** Assigns the elections that no node listens to yet; where slots may move, all of them. */
    private void subscribeAll() {
        Map<String, String> some = new HashMap<>();
        synchronized (this) {
            subscribeScheduled = false;
            if (isFixed()) {
                unassigned.forEach(channel -> some.put(channel, elections.getOrDefault(channel, "")));
                some.values().remove("");
            } else {
                some.putAll(elections);
            }
            unassigned.clear();
        }
        // One deadline for all: with no master to be found, each election would wait for its own.
        Deadline deadline = connectDeadline();
        boolean[] failed = new boolean[1];
        some.forEach((channel, election) -> {
            try {
                subscribeAt(channel, router.topology().masterOf(channels.keys().slot(election), deadline));
            } catch (StoreException e) {
                warnOnce(e);
                failed[0] = true;
                synchronized (this) {
                    unassigned.add(channel);
                }
            }
        });
        if (failed[0]) {
            scheduleSubscribeAll(nextBackoff());
        }
        all().forEach(this::write);
    }

    private boolean isFixed() {
        return !router.topology().hasVoters();
    }

    private synchronized List<NodeSubscriber> all() {
        return List.copyOf(subscribers.values());
    }

    private synchronized void subscribeAt(String channel, HostAndPort node) {
        NodeSubscriber before = subscriberByChannel.get(channel);
        if (closed
                || !elections.containsKey(channel)
                || (before != null && before.node().equals(node))) {
            return;
        }
        NodeSubscriber subscriber = subscribers.get(node);
        if (subscriber == null) {
            subscriber = new NodeSubscriber(node, channels.sharded(), this);
            // Started first: without a thread it must not count as subscribed.
            subscriber.start();
            subscribers.put(node, subscriber);
        }
        subscriber.add(channel);
        subscriberByChannel.put(channel, subscriber);
        if (before != null) {
            before.remove(channel);
        }
    }

    private static Deadline connectDeadline() {
        return Deadline.after(TimeSource.system(), CONNECT_TIMEOUT);
    }

    /** Pings the nodes now and then, checks whether elections have moved, and closes subscribers without channels. */
    private void tick() {
        try {
            maintainSubscribers();
        } finally {
            if (!isFixed()) {
                scheduleSubscribeAll(Duration.ZERO);
            }
            schedule(isFixed() ? PING_INTERVAL : CHECK_INTERVAL, this::tick);
        }
    }

    private void maintainSubscribers() {
        boolean ping;
        synchronized (this) {
            subscribers.values().stream()
                    .filter(subscriber -> subscriber.channels().isEmpty())
                    .toList()
                    .forEach(subscriber -> {
                        subscribers.remove(subscriber.node());
                        subscriber.close();
                    });
            long now = TimeSource.system().nanos();
            ping = now - lastPingNanos >= PING_INTERVAL.toNanos();
            lastPingNanos = ping ? now : lastPingNanos;
        }
        all().forEach(subscriber -> {
            if (ping) {
                subscriber.ping();
            }
            write(subscriber);
        });
        masterChanges.maintain(ping).forEach(this::write);
    }

    /** Tells whether a connection to the node is open whose end would be known at once. */
    public synchronized boolean isListeningTo(HostAndPort node) {
        NodeSubscriber subscriber = subscribers.get(node);
        return subscriber != null && subscriber.isConnected();
    }

    /**
     * Follows a change of the master: a store that only reads would stay with a deposed master, and learn late of the
     * next leader.
     */
    private void followMasterChange() {
        router.majority().suspectAll(); // also if the master is the same: another may have been in between
        if (router.topology().hasMasterChanged(connectDeadline())) {
            scheduleSubscribeAll(Duration.ZERO);
            watchers.values().forEach(ChangeListener::wake);
        }
    }

    @Override
    public Connection connect(HostAndPort node) {
        return router.connections().open(node, "listening", connectDeadline());
    }

    @Override
    public void onPendingCommands(NodeSubscriber subscriber) {
        schedule(Duration.ZERO, () -> write(subscriber));
    }

    @Override
    public void onMessage(String channel) {
        synchronized (this) {
            if (disconnected) {
                LOG.log(INFO, "listening again: wake-ups are pushed");
            }
            disconnected = false;
            backoff = FIRST_BACKOFF;
        }
        wake(watchers.getOrDefault(channel, List.of()));
    }

    private static void wake(List<Watcher> all) {
        for (Watcher watcher : all) {
            try {
                watcher.wakeUp.run();
            } catch (RuntimeException | Error e) {
                LOG.log(WARNING, "a wake-up failed; the watch goes on", e);
            }
        }
    }

    @Override
    public void onChannelMoved(NodeSubscriber from, String channel) {
        router.suspect(from.node());
        synchronized (this) {
            subscriberByChannel.remove(channel, from);
            unassigned.add(channel);
        }
        scheduleSubscribeAll(nextBackoff());
    }

    @Override
    public void onSlotMoved(int slot, HostAndPort to) {
        router.topology().slotMoved(slot, to);
        scheduleSubscribeAll(Duration.ZERO);
    }

    @Override
    public void onEnd(NodeSubscriber subscriber, @Nullable Exception why) {
        synchronized (this) {
            subscribers.remove(subscriber.node(), subscriber);
            subscriberByChannel.forEach((channel, each) -> {
                if (each == subscriber) {
                    unassigned.add(channel);
                }
            });
            subscriberByChannel.values().removeIf(each -> each == subscriber);
        }
        router.connections().closeConnectionsTo(subscriber.node()); // most likely the node has closed them, too
        if (why != null && !subscriber.channels().isEmpty()) {
            warnOnce(why);
            // A user without permission to subscribe is no reason to look for another master.
            if (!(why instanceof JedisDataException refused) || RedisErrors.suggestsOtherNode(refused)) {
                router.suspect(subscriber.node());
            }
        }
        scheduleSubscribeAll(nextBackoff());
    }

    private synchronized void warnOnce(Exception why) {
        if (!disconnected && !closed) {
            LOG.log(WARNING, "no wake-ups are pushed until the next attempt to listen succeeds: {0}", why.getMessage());
        }
        disconnected = true;
    }

    /** Returns the next pause, with jitter so that clients that lost the same server do not all return at once. */
    private synchronized Duration nextBackoff() {
        long millis = backoff.toMillis();
        backoff = backoff.multipliedBy(2).compareTo(MAX_BACKOFF) < 0 ? backoff.multipliedBy(2) : MAX_BACKOFF;
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis));
    }

    /** Stops listening without waiting for a running wake-up. */
    @Override
    public synchronized void close() {
        closed = true;
        watchers.clear();
        elections.clear();
        unassigned.clear();
        if (executor != null) {
            executor.shutdownNow();
        }
        subscribers.values().forEach(NodeSubscriber::close);
        masterChanges.close();
    }

    /** One watch. Watches are never equal, so that the same wake-up may be registered twice. */
    private static final class Watcher {
        private final Runnable wakeUp;

        Watcher(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }
    }
}
