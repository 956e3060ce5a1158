package dev.tenure.aws.contract;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A running coordinator of shardcoordinator: two tickers, and a leader flag that is not checked against a clock. */
public final class ShardcoordinatorProcess implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(2);
    static final Duration RENEW = Duration.ofMillis(500);

    private final ShardcoordinatorNode node;
    private final Thread loop = new Thread(this::run, "shardcoordinator");
    private volatile boolean leader;
    private volatile boolean stopped;
    private volatile boolean cutOff;

    ShardcoordinatorProcess(ShardcoordinatorNode node) {
        this.node = node;
        loop.setDaemon(true);
        loop.start();
    }

    boolean isLeader() {
        return leader;
    }

    /** Lets its renewals hang from now on, as on a dead connection; it believes that it leads until the next tick. */
    void cutOff() {
        cutOff = true;
    }

    private void run() {
        long lastRenewal = 0;
        while (!stopped) {
            long now = TimeSource.system().wallMillis();
            if (leader && now - lastRenewal >= RENEW.toMillis()) {
                if (!cutOff) {
                    leader = node.renew(now / 1_000, LEASE.toSeconds());
                    lastRenewal = now;
                } else if (now - lastRenewal >= LEASE.plus(RENEW).toMillis()) {
                    leader = false; // the call returns a tick after the lease expired
                }
            } else if (!leader && !cutOff && node.acquire(now / 1_000, LEASE.toSeconds())) {
                leader = true;
                lastRenewal = now;
            }
            LockSupport.parkNanos(leader ? 10_000_000 : RENEW.toNanos() / 2);
        }
    }

    /**
     * Stops like shardcoordinator: it stops leading, then releases the lock. The loop ends first: shardcoordinator may
     * believe for ever that it leads if a renewal is under way, and no takeover delay of ours can mend that.
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
        if (led && !cutOff) {
            node.release();
        }
    }
}
