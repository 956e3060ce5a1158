package dev.tenure.store.postgres.connection;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.StoreException;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.postgres.sql.SqlNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens for notifications on a separate connection and wakes watchers. Thread-safe; one thread, started by the first
 * watch.
 *
 * <p>Each time it begins to listen it wakes all watchers once, because earlier notifications may have been missed.
 */
public final class NotificationListener implements AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.postgres");
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    /** After so long without a notification it asks the server whether it is still there. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final ConnectionOpener opener;
    private final String channel;
    private final NotificationParser parser;
    private final Map<String, List<Watcher>> watchers = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;
    private volatile @Nullable Connection connection;

    public NotificationListener(ConnectionOpener opener, String channel, NotificationParser parser) {
        this.opener = opener;
        this.channel = channel;
        this.parser = parser;
    }

    /** Runs the wake-up at each notification about the election, until the watch is closed. */
    public synchronized Backend.Watch watch(String election, Runnable wakeUp) {
        if (closed.getCount() == 0) {
            throw StoreException.closed(opener.store());
        }
        Watcher own = new Watcher(wakeUp);
        watchers.computeIfAbsent(election, name -> new CopyOnWriteArrayList<>()).add(own);
        if (thread == null) {
            thread = new Thread(this::run, "tenure-postgres-listen");
            thread.setDaemon(true);
            thread.start();
        }
        return () -> forget(election, own);
    }

    private synchronized void forget(String election, Watcher watcher) {
        watchers.computeIfPresent(election, (name, all) -> {
            all.remove(watcher);
            return all.isEmpty() ? null : all;
        });
    }

    /** Stops listening, and does not wait for a wake-up that is under way. */
    @Override
    public synchronized void close() {
        closed.countDown();
        watchers.clear();
        Connection open = connection;
        if (open != null) {
            SocketWatchdog.abort(open);
        }
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        boolean troubled = false;
        try {
            while (closed.getCount() > 0) {
                try (Connection open = opener.open("listening", soon())) {
                    connection = open;
                    begin(open);
                    if (troubled) {
                        LOG.log(INFO, "listening again, wake-ups work");
                    }
                    troubled = false;
                    pause = FIRST_PAUSE;
                    listen(open);
                } catch (SQLException
                        | RuntimeException
                        | Error e) { // whatever it is: without this thread nobody listens
                    if (!troubled && closed.getCount() > 0) {
                        LOG.log(WARNING, "no wake-ups until the next attempt to listen succeeds: {0}", e.getMessage());
                    }
                    troubled = true;
                } finally {
                    connection = null;
                }
                // Jitter, so that listeners which lost the same server do not come back at once.
                long millis = ThreadLocalRandom.current().nextLong(pause.toMillis() / 2, pause.toMillis());
                if (closed.await(millis, TimeUnit.MILLISECONDS)) {
                    return;
                }
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (InterruptedException e) {
            // Only this class knows the thread, so the JVM is ending.
            Thread.currentThread().interrupt();
        }
    }

    private static Deadline soon() {
        return Deadline.after(TimeSource.system(), CONNECT_WITHIN);
    }

    private void begin(Connection open) throws SQLException {
        open.setNetworkTimeout(Runnable::run, (int) CONNECT_WITHIN.toMillis());
        open.setAutoCommit(true);
        try (Statement statement = open.createStatement()) {
            statement.execute("LISTEN " + SqlNames.quoted(channel));
        }
        parser.begin(open);
        watchers.keySet().forEach(this::wake);
    }

    private void listen(Connection open) throws SQLException {
        PGConnection driver = open.unwrap(PGConnection.class);
        while (closed.getCount() > 0) {
            PGNotification[] heard = driver.getNotifications((int) SILENCE.toMillis());
            if (heard == null || heard.length == 0) {
                requireServer(open);
                continue;
            }
            Set<String> concerned = new LinkedHashSet<>();
            for (PGNotification notice : heard) {
                concerned.addAll(parser.heard(notice.getParameter(), open));
            }
            concerned.forEach(this::wake);
        }
    }

    /** Detects a server that vanished without closing the connection, and one that became a standby. */
    private static void requireServer(Connection open) throws SQLException {
        try (Statement statement = open.createStatement();
                var row = statement.executeQuery("SELECT pg_is_in_recovery()")) {
            row.next();
            if (row.getBoolean(1)) {
                throw new SQLException("this server is a standby");
            }
        }
    }

    private void wake(String election) {
        for (Watcher watcher : watchers.getOrDefault(election, List.of())) {
            try {
                watcher.wakeUp.run();
            } catch (RuntimeException | Error e) {
                LOG.log(WARNING, "a wake-up failed; the watch goes on", e);
            }
        }
    }

    /** One watch. It equals no other, so the same wake-up may be registered twice. */
    private static final class Watcher {
        private final Runnable wakeUp;

        Watcher(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }
    }
}
