package dev.tenure.http.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** A limit on how often something is done within any span of that length. Confined to one thread. */
final class RateLimit {
    private final int most;
    private final long withinNanos;
    private final Deque<Long> recent = new ArrayDeque<>();

    RateLimit(int most, Duration within) {
        this.most = most;
        this.withinNanos = within.toNanos();
    }

    boolean allows(long nowNanos) {
        while (!recent.isEmpty() && nowNanos - recent.getFirst() >= withinNanos) {
            recent.removeFirst();
        }
        return recent.size() < most;
    }

    /** Counts one use. */
    void count(long nowNanos) {
        recent.addLast(nowNanos);
    }
}
