package dev.tenure.cli.doctor;

import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures renewals and looks, and reads the store's clock. */
final class LatencyChecks {
    private static final int CALLS = 50;

    /** A slow store needs fewer calls to be measured. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private static final Duration MOST_APART = Duration.ofSeconds(5);

    private final ScratchElection scratch;
    private final Timing timing;
    private final List<Long> looks = new ArrayList<>();
    private final List<Long> renewals = new ArrayList<>();
    private Duration ahead = Duration.ZERO;
    private long readingNanos = Long.MAX_VALUE;

    LatencyChecks(ScratchElection scratch, Timing timing) {
        this.scratch = scratch;
        this.timing = timing;
    }

    List<CheckResult> run() {
        Deadline enough = Deadline.after(TimeSource.system(), LONG_ENOUGH);
        for (int call = 0; call < CALLS && !enough.hasPassed(); call++) {
            long start = scratch.nanos();
            scratch.keep();
            renewals.add(scratch.nanos() - start);
            look();
        }
        List<CheckResult> found = new ArrayList<>();
        found.add(LatencySummary.of(looks).finding("look latency", timing));
        found.add(LatencySummary.of(renewals).finding("renewal latency", timing));
        if (readingNanos < Long.MAX_VALUE) {
            found.add(clock(ahead, Duration.ofNanos(readingNanos)));
        }
        return found;
    }

    private void look() {
        long wall = scratch.now().toEpochMilli();
        long start = scratch.nanos();
        Sighting seen = scratch.look();
        long took = scratch.nanos() - start;
        looks.add(took);
        // The quickest answer gives the best reading: the clock was read somewhere in between.
        if (seen instanceof Sighting.Held held && held.remainingTime() != null && took < readingNanos) {
            readingNanos = took;
            ahead = Duration.ofMillis(held.remainingTime().asOf().toEpochMilli() - wall - took / 2_000_000);
        }
    }

    static CheckResult clock(Duration ahead, Duration within) {
        String text = String.format(
                Locale.ROOT,
                "the store's is %.3f s %s this machine's, give or take %.0f ms",
                Math.abs(ahead.toMillis()) / 1e3,
                ahead.isNegative() ? "behind" : "ahead of",
                within.toNanos() / 2e6 + 1);
        return ahead.abs().compareTo(MOST_APART) > 0
                ? CheckResult.warn(
                        "clock",
                        text,
                        "set both by NTP: no lease is judged by it, but people read these times, and a store that"
                                + " lost its records begins new tokens at the time of day")
                : CheckResult.ok("clock", text);
    }
}
