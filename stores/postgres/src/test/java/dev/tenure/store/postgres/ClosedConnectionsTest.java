package dev.tenure.store.postgres;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.SocketWatchdog;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.testkit.StoreTestSteps;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** What is left of a closed store sends nothing, and says that the store is closed. */
@Timeout(60)
class ClosedConnectionsTest {
    private static final String CLOSED = "the postgres store is closed: open another one";

    /** Answers every question with false, zero or null. */
    private final Connection connection = (Connection) Proxy.newProxyInstance(
            Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                Class<?> type = method.getReturnType();
                return type == boolean.class ? false : type == int.class ? (Object) 0 : null;
            });

    private final ConnectionOpener opener = new ConnectionOpener("postgres", new PGSimpleDataSource() {
        @Override
        public Connection getConnection() {
            return connection;
        }
    });

    @Test
    void closedWatchdogRefusesCalls() {
        SocketWatchdog watchdog = new SocketWatchdog("postgres");
        watchdog.close();

        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> watchdog.guard(connection, StoreTestSteps.soon()))
                .withMessage(CLOSED);
    }

    @Test
    void callAfterCloseFailsAtOnceWhileAllConnectionsAreInUse() throws Exception {
        StatementConnections connections = new StatementConnections(opener, (pooled, deadline) -> {}, true);
        CountDownLatch inUse = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<Void> both =
                CompletableFuture.allOf(hold(connections, inUse, ended), hold(connections, inUse, ended));
        inUse.await();

        connections.close();

        Deadline afterTheTest = Deadline.after(TimeSource.system(), Duration.ofHours(1));
        StoreTestSteps.assertFails(
                        Kind.UNREACHABLE, () -> connections.lend("claiming", afterTheTest, pooled -> "connected"))
                .withMessage(CLOSED);
        ended.countDown();
        both.get(30, TimeUnit.SECONDS);
    }

    private static CompletableFuture<Void> hold(
            StatementConnections connections, CountDownLatch inUse, CountDownLatch ended) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                connections.lend("holding", StoreTestSteps.within(Duration.ofSeconds(30)), pooled -> {
                    inUse.countDown();
                    awaitEnd(ended);
                    return pooled;
                });
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    private static void awaitEnd(CountDownLatch ended) {
        try {
            ended.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
