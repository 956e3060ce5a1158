package dev.tenure.store.dynamodb;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A running coordinator of shardcoordinator: two tickers, and a flag that nobody checks against a clock. */
final class GoCoordinator implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(2);
    static final Duration RENEW = Duration.ofMillis(500);

    private final GoNode node;
    private final Thread loop = new Thread(this::run, "go");
    private volatile boolean leader;
    private volatile boolean stopped;
    private volatile boolean deaf;

    GoCoordinator(GoNode node) {
        this.node = node;
        loop.setDaemon(true);
        loop.start();
    }

    boolean isLeader() {
        return leader;
    }

    /**
     * From now on its renewals hang, as behind a dead connection, and it believes that it leads until the next tick.
     */
    void goDeaf() {
        deaf = true;
    }

    private void run() {
        long lastRenewal = 0;
        while (!stopped) {
            long now = TimeSource.system().wallMillis();
            if (leader && now - lastRenewal >= RENEW.toMillis()) {
                if (!deaf) {
                    leader = node.renew(now / 1_000, LEASE.toSeconds());
                    lastRenewal = now;
                } else if (now - lastRenewal >= LEASE.plus(RENEW).toMillis()) {
                    leader = false; // the call has come back, and a tick after its lease ran out it knows
                }
            } else if (!leader && !deaf && node.acquire(now / 1_000, LEASE.toSeconds())) {
                leader = true;
                lastRenewal = now;
            }
            LockSupport.parkNanos(leader ? 10_000_000 : RENEW.toNanos() / 2);
        }
    }

    /**
     * Stops in good order: follower first, then the lock is released. Its own may say that it leads for ever after a
     * renewal that was under way then, which no grace of ours can mend: so here the loop ends before.
     */
    @Override
    public void close() {
        stopped = true;
        try {
            loop.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean led = leader;
        leader = false;
        if (led && !deaf) {
            node.release();
        }
    }
}
