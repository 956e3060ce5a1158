package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionPoolTest {
    private final List<String> opened = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private boolean alive = true;
    private boolean reusable = true;

    private final ConnectionPool<String> pool = new ConnectionPool<>(
            new ConnectionPool.Connector<>() {
                @Override
                public String open(String doing, Deadline deadline) {
                    opened.add("c" + (opened.size() + 1));
                    return opened.get(opened.size() - 1);
                }

                @Override
                public boolean isAlive(String connection, Deadline deadline) {
                    return alive;
                }

                @Override
                public boolean isReusable(String connection) {
                    return reusable;
                }

                @Override
                public void close(String connection) {
                    closed.add(connection);
                }
            },
            new ConnectionPool.Limits("db-1", 1, 1, Duration.ofMillis(20)));

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static Deadline ample() {
        return Deadline.after(TimeSource.system(), Duration.ofMinutes(1));
    }

    @Test
    void connectionIsUsedAgain() {
        assertThat(pool.<String>call("reading", ample(), c -> c)).isEqualTo("c1");
        assertThat(pool.<String>call("reading", ample(), c -> c)).isEqualTo("c1");
        assertThat(closed).isEmpty();
    }

    @Test
    void brokenConnectionIsReplaced() {
        reusable = false;
        pool.call("reading", ample(), c -> c);
        assertThat(closed).containsExactly("c1");

        reusable = true;
        pool.call("reading", ample(), c -> c);
        alive = false;
        assertThat(pool.<String>call("reading", ample(), c -> c)).isEqualTo("c3");
        assertThat(closed).containsExactly("c1", "c2");
    }

    @Test
    void callWithoutConnectionFailsByItsDeadline() throws Exception {
        CountDownLatch inUse = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<String> hanging = threads.submit(() -> pool.call("reading", ample(), c -> {
            inUse.countDown();
            await(end);
            return c;
        }));
        inUse.await();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(
                        () -> pool.call("renewing", Deadline.after(TimeSource.system(), Duration.ofMillis(30)), c -> c))
                .withMessage("renewing failed: earlier calls to db-1 hang, and all connections are in use")
                .returns(StoreException.Kind.UNREACHABLE, StoreException::kind);
        end.countDown();
        assertThat(hanging.get()).isEqualTo("c1");
    }

    @Test
    void callWithTooLittleTimeIsNotSent() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() ->
                        pool.call("renewing", Deadline.after(TimeSource.system(), Duration.ofMillis(10)), c -> c));
        assertThat(opened).isEmpty();
    }

    @Test
    void closedPoolClosesConnectionsAndOpensNone() {
        pool.call("reading", ample(), c -> c);
        pool.close();
        assertThat(closed).containsExactly("c1");

        pool.add("spare");
        assertThat(closed).containsExactly("c1", "spare");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> pool.call("reading", ample(), c -> c))
                .withMessage("reading failed: the connections to db-1 are closed");
    }

    @Test
    void timerRunsItsActionAtTheDeadline() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        try (DeadlineTimer timer = new DeadlineTimer("test")) {
            Future<?> unused = timer.at(Deadline.after(TimeSource.system(), Duration.ofMillis(1)), ran::countDown);
            ran.await();
        }
    }

    @Test
    void closedTimerRefusesTheCall() {
        DeadlineTimer timer = new DeadlineTimer("test");
        timer.close();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> timer.at(ample(), () -> {}))
                .withMessage("the test store is closed: open another one");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
