package dev.tenure.store.redis;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Wakes who watches when something is told: one {@link Ear} for each node that has watched elections, and one thread
 * that finds the nodes and writes to them. Thread-safe; threads start with the first watch.
 *
 * <p>Each time it begins to listen to an election it wakes its watchers once, because what was told before nobody
 * heard.
 */
final class Listener implements AutoCloseable, Ear.Hearer {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.redis");
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    private static final Duration PING_EVERY = Duration.ofSeconds(2);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Post post;
    private final Bell bell;
    private final SwitchNews switches;
    private final Map<String, String> elections = new ConcurrentHashMap<>();
    private final Map<String, List<Watcher>> watchers = new ConcurrentHashMap<>();
    private final Map<HostAndPort, Ear> ears = new HashMap<>();
    private final Map<String, Ear> placed = new HashMap<>();
    private @Nullable ScheduledThreadPoolExecutor hub;
    private Duration pause = FIRST_PAUSE;
    private boolean placing;
    private boolean troubled;
    private boolean closed;

    Listener(Post post, Bell bell) {
        this.post = post;
        this.bell = bell;
        this.switches = new SwitchNews(post.topology(), () -> later(Duration.ZERO, this::followSwitch), this::begun);
    }

    /** Wakes who waits for news of the election, until the watch is closed. */
    synchronized Backend.Watch watch(String election, Runnable wakeUp) {
        if (closed) {
            throw new IllegalStateException("the store is closed");
        }
        Watcher own = new Watcher(wakeUp);
        String channel = bell.where(election);
        elections.put(channel, election);
        watchers.computeIfAbsent(channel, name -> new CopyOnWriteArrayList<>()).add(own);
        if (hub == null) {
            hub = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "tenure-redis-watch");
                thread.setDaemon(true);
                return thread;
            });
            hub.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            later(Duration.ZERO, this::tick);
        }
        placeLater(Duration.ZERO);
        return () -> forget(channel, own);
    }

    private synchronized void forget(String channel, Watcher watcher) {
        List<Watcher> all = watchers.get(channel);
        if (all != null && all.remove(watcher) && all.isEmpty()) {
            watchers.remove(channel);
            elections.remove(channel);
            Ear ear = placed.remove(channel);
            if (ear != null) {
                later(Duration.ZERO, () -> leave(ear, channel));
            }
        }
    }

    /** Somebody may watch it again already. */
    private void leave(Ear ear, String channel) {
        synchronized (this) {
            if (placed.get(channel) != ear) {
                ear.remove(channel);
            }
        }
        write(ear);
    }

    /** On the hub only: this waits for the socket. */
    private void write(Ear ear) {
        ear.write(post.switchboard().watchdog());
    }

    private synchronized void later(Duration delay, Runnable task) {
        if (hub == null || closed) {
            return;
        }
        try {
            // What it returns tells of nothing that the task does not log itself.
            var unused = hub.schedule(() -> contained(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(WARNING, "nothing is pushed any more: the store is being closed");
        }
    }

    private static void contained(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(WARNING, "listening goes on after an error", e);
        }
    }

    /** Looks after a while whether every election is listened to where it is; once, however often it is asked for. */
    private synchronized void placeLater(Duration delay) {
        if (!placing) {
            placing = true;
            later(delay, this::placeAll);
        }
    }

    private void placeAll() {
        synchronized (this) {
            placing = false;
        }
        // One for all: if none can be found, each would take its time.
        Deadline deadline = soon();
        boolean[] failed = new boolean[1];
        elections.forEach((channel, election) -> {
            try {
                place(channel, post.topology().home(bell.keys().slot(election), deadline));
            } catch (StoreException e) {
                tellOnce(e);
                failed[0] = true;
            }
        });
        if (failed[0]) {
            placeLater(nextPause());
        }
        all().forEach(this::write);
    }

    private synchronized List<Ear> all() {
        return List.copyOf(ears.values());
    }

    private synchronized void place(String channel, HostAndPort node) {
        Ear before = placed.get(channel);
        if (closed
                || !elections.containsKey(channel)
                || (before != null && before.node().equals(node))) {
            return;
        }
        Ear ear = ears.get(node);
        if (ear == null) {
            ear = new Ear(node, bell.sharded(), this);
            // There may be no thread for it: then it must not pass for one that hears.
            ear.start();
            ears.put(node, ear);
        }
        ear.add(channel);
        placed.put(channel, ear);
        if (before != null) {
            before.remove(channel);
        }
    }

    private static Deadline soon() {
        return Deadline.after(TimeSource.system(), CONNECT_WITHIN);
    }

    /** Pings the nodes, looks whether elections have moved, and lets go of ears that have nothing to hear. */
    private void tick() {
        try {
            lookAfterEars();
        } finally {
            placeLater(Duration.ZERO);
            later(PING_EVERY, this::tick);
        }
    }

    private void lookAfterEars() {
        synchronized (this) {
            ears.values().stream()
                    .filter(ear -> ear.channels().isEmpty())
                    .toList()
                    .forEach(ear -> {
                        ears.remove(ear.node());
                        ear.close();
                    });
        }
        all().forEach(ear -> {
            ear.ping();
            write(ear);
        });
        switches.keep().forEach(this::write);
    }

    /** Who only looks would stay with a master that is deposed and does not know, and learn late who is the next. */
    private void followSwitch() {
        post.majority().doubtAll(); // also if the master is the same: another may have been in between
        if (post.topology().isSwitched(soon())) {
            placeLater(Duration.ZERO);
            watchers.values().forEach(Listener::wake);
        }
    }

    @Override
    public Connection connect(HostAndPort node) {
        return post.switchboard().open(node, "listening", soon());
    }

    @Override
    public void begun(Ear ear) {
        later(Duration.ZERO, () -> write(ear));
    }

    @Override
    public void heard(String channel) {
        synchronized (this) {
            if (troubled) {
                LOG.log(INFO, "listening again: wake-ups are pushed");
            }
            troubled = false;
            pause = FIRST_PAUSE;
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
    public void moved(Ear from, String channel) {
        post.doubt(from.node());
        synchronized (this) {
            placed.remove(channel, from);
        }
        placeLater(nextPause());
    }

    @Override
    public void moved(int slot, HostAndPort to) {
        post.topology().moved(slot, to);
        placeLater(Duration.ZERO);
    }

    @Override
    public void ended(Ear ear, @Nullable Exception why) {
        synchronized (this) {
            ears.remove(ear.node(), ear);
            placed.values().removeIf(each -> each == ear);
        }
        if (why != null && !ear.channels().isEmpty()) {
            tellOnce(why);
            // One that may not listen is no reason to look for another master.
            if (!(why instanceof JedisDataException refused) || Failure.pointsElsewhere(refused)) {
                post.doubt(ear.node());
            }
        }
        placeLater(nextPause());
    }

    private synchronized void tellOnce(Exception why) {
        if (!troubled && !closed) {
            LOG.log(WARNING, "nothing is pushed until the next attempt to listen succeeds: {0}", why.getMessage());
        }
        troubled = true;
    }

    /** Jitter, so that all who lost the same server do not come back at once. */
    private synchronized Duration nextPause() {
        long millis = pause.toMillis();
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis));
    }

    /** Stops to listen, and does not wait for a wake-up that is under way. */
    @Override
    public synchronized void close() {
        closed = true;
        watchers.clear();
        elections.clear();
        if (hub != null) {
            hub.shutdownNow();
        }
        ears.values().forEach(Ear::close);
        switches.close();
    }

    /** One watch; never equal to another, so that the same wake-up may be given twice. */
    private static final class Watcher {
        private final Runnable wakeUp;

        Watcher(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }
    }
}
