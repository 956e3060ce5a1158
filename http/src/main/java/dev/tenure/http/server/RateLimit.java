package dev.tenure.http.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** How often something may be done: so many times within any such span of time. Belongs to one thread. */
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

    /** It is done. */
    void count(long nowNanos) {
        recent.addLast(nowNanos);
    }
}
