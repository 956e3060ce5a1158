package dev.tenure.internal.runtime;

import static dev.tenure.concurrency.Threads.check;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.concurrency.Threads;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Snapshot;
import dev.tenure.internal.protocol.Trust;
import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** What readers of a {@link LeadershipView} may be told while the loop publishes and time passes (R2, R13). */
public final class LeadershipViewScenarios {
    static final long TOKEN = 7;

    private static final Timing TIMING = Timing.of(Duration.ofSeconds(10), Duration.ofSeconds(3));
    private static final Lease LEASE = new Lease(
            "payroll",
            Identity.ofInstance("instance-1"),
            TOKEN,
            0,
            Instant.EPOCH,
            TIMING.ttl(),
            new WriteStamp(0, 1, Instant.EPOCH),
            "v1");

    private LeadershipViewScenarios() {}

    /** Clocks that run alike, and move only when a scenario says so: between two readings, for instance. */
    static final class Clock implements TimeSource {
        private final AtomicLong seconds = new AtomicLong();

        @Override
        public long nanos() {
            return seconds.get() * 1_000_000_000;
        }

        @Override
        public long wallMillis() {
            return seconds.get() * 1_000;
        }

        void advance(long by) {
            seconds.addAndGet(by);
        }
    }

    static LeadershipView view(TimeSource time) {
        return new LeadershipView("payroll", time, (token, reason, cause) -> {});
    }

    /** Returns the snapshot of a leader whose lease was written at this moment; it is trusted for 8.9 s. */
    static Snapshot leading(TimeSource time, boolean ending) {
        ClockReading now = ClockReading.of(time);
        Trust trust = Trust.earned(now, LEASE.ttl(), TIMING);
        return new Snapshot(LEASE, trust, true, ending, null, now, 0, null, now, false);
    }

    /** Whoever asks after the end was published, or after the view was closed, hears of no leader. */
    public static final class EndIsFinal implements Runnable {
        private volatile boolean closed;

        @Override
        public void run() {
            Clock clock = new Clock();
            LeadershipView view = view(clock);
            view.publish(leading(clock, false));
            Threads.together(
                    () -> view.publish(leading(clock, true)),
                    () -> {
                        view.close();
                        closed = true;
                    },
                    () -> {
                        boolean before = closed;
                        check(!(view.isLeader() && before), "a leader though the view was closed");
                    });
            check(!view.isLeader() && view.term().isEmpty() && view.isEnding(TOKEN), "a leader after all");
        }
    }

    /** A leader that renews in time hears that it leads, wherever the asking thread is held up. */
    public static final class RenewedLeaderLeads implements Runnable {
        @Override
        public void run() {
            Clock clock = new Clock();
            LeadershipView view = view(clock);
            view.publish(leading(clock, false));
            Threads.together(
                    () -> {
                        clock.advance(5);
                        view.publish(leading(clock, false));
                        clock.advance(5);
                    },
                    () -> check(view.isCurrent(TOKEN), "no leader though its lease was always renewed in time"));
        }
    }

    /** A leader hears that it leads, though the asking thread reads one clock late. */
    public static final class ClocksBelongTogether implements Runnable {
        @Override
        public void run() {
            Clock clock = new Clock();
            LeadershipView view = view(clock);
            view.publish(leading(clock, false));
            Threads.together(
                    () -> clock.advance(5),
                    () -> check(view.isCurrent(TOKEN), "no leader by clocks that do not agree"));
        }
    }

    /** Whoever asks after trust is over hears of no leader, though nothing was published. */
    public static final class TrustEndsByTheClock implements Runnable {
        private volatile boolean over;

        @Override
        public void run() {
            Clock clock = new Clock();
            LeadershipView view = view(clock);
            view.publish(leading(clock, false));
            Threads.together(
                    () -> {
                        clock.advance(5);
                        clock.advance(5);
                        over = true;
                    },
                    () -> {
                        boolean before = over;
                        check(!(view.isLeader() && before), "a leader though its trust was over");
                    });
        }
    }
}
