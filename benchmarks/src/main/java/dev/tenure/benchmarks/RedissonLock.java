package dev.tenure.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Measures the same hand-overs with Redisson's fenced lock: one client holds it, another waits for it. */
final class RedissonLock {
    private static final String HELD = "held";

    private RedissonLock() {}

    static RedissonClient client(String uri, Duration watchdog) {
        Config config = new Config();
        config.setLockWatchdogTimeout(watchdog.toMillis());
        config.useSingleServer().setAddress(uri);
        return Redisson.create(config);
    }

    /** From the call that unlocks to the return of the other's lockAndGetToken, each round on a lock of its own. */
    static Percentiles graceful(String uri, Duration watchdog, int warmUp, int rounds) throws Exception {
        RedissonClient first = client(uri, watchdog);
        RedissonClient second = client(uri, watchdog);
        try {
            return Rounds.of(warmUp, rounds, number -> {
                RFencedLock held = first.getFencedLock("hand-over-" + number);
                held.lockAndGetToken();
                Waiter waiter = new Waiter(second.getFencedLock("hand-over-" + number));
                waiter.awaitWaiting();
                long start = System.nanoTime();
                held.unlock();
                return waiter.awaitHeld() - start;
            });
        } finally {
            first.shutdown();
            second.shutdown();
        }
    }

    /** From kill -9 of the process that holds the lock to the return of the other's lockAndGetToken. */
    static Percentiles killed(String uri, Duration watchdog, int rounds) throws Exception {
        RedissonClient next = client(uri, watchdog);
        try {
            return Rounds.of(1, rounds, number -> {
                Process holder = start(uri, "killed-" + number, watchdog);
                try {
                    Waiter waiter = new Waiter(next.getFencedLock("killed-" + number));
                    waiter.awaitWaiting();
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(watchdog.toNanos() / 2));
                    long start = System.nanoTime();
                    holder.destroyForcibly();
                    return waiter.awaitHeld() - start;
                } finally {
                    holder.destroyForcibly().waitFor();
                }
            });
        } finally {
            next.shutdown();
        }
    }

    private static Process start(String uri, String lock, Duration watchdog) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RedissonLock.class.getName(),
                        uri,
                        lock,
                        Long.toString(watchdog.toMillis()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = said.readLine();
        while (line != null && !line.equals(HELD)) {
            line = said.readLine();
        }
        return process;
    }

    /** The process that is killed: holds the lock, and says so. */
    public static void main(String[] arguments) throws InterruptedException {
        RedissonClient client = client(arguments[0], Duration.ofMillis(Long.parseLong(arguments[2])));
        client.getFencedLock(arguments[1]).lockAndGetToken();
        System.out.println(HELD);
        new CountDownLatch(1).await();
    }

    /** A thread that waits for the lock, since Redisson's locks belong to threads. */
    private static final class Waiter {
        private final Thread thread;
        private volatile long heldAt;

        Waiter(RFencedLock lock) {
            this.thread = new Thread(
                    () -> {
                        lock.lockAndGetToken();
                        heldAt = System.nanoTime();
                        lock.unlock();
                    },
                    "waiter");
            thread.setDaemon(true);
            thread.start();
        }

        /** It tries, subscribes, tries again, and then waits for news: give it time for all of that. */
        void awaitWaiting() {
            LockSupport.parkNanos(20_000_000);
        }

        /** Waits until it held the lock and gave it back, and returns when it came to hold it. */
        long awaitHeld() throws InterruptedException {
            thread.join();
            return heldAt;
        }
    }
}
