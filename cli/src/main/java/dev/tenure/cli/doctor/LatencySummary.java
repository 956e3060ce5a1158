package dev.tenure.cli.doctor;

import dev.tenure.Timing;
import dev.tenure.cli.console.Durations;
import dev.tenure.spi.CheckResult;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The latency of a store.
 *
 * @param calls how many calls were measured
 * @param p50 half of them took no longer
 * @param p99 99 of 100 took no longer; the slowest, of fewer than 100
 */
record LatencySummary(int calls, Duration p50, Duration p99) {

    static LatencySummary of(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return new LatencySummary(sorted.size(), rank(sorted, 50), rank(sorted, 99));
    }

    private static Duration rank(List<Long> sorted, int percent) {
        int rank = (sorted.size() * percent + 99) / 100;
        return Duration.ofNanos(sorted.get(rank - 1));
    }

    /** Compares the latency with the call timeout, of which half is reserve. */
    CheckResult finding(String subject, Timing timing) {
        String text = "p50 " + millis(p50) + ", p99 " + millis(p99) + " of " + calls + " calls; with a ttl of "
                + Durations.show(timing.ttl()) + " every one must answer within "
                + Durations.show(timing.callTimeout());
        String remedy = "use a ttl of " + Durations.show(comfortableTtl())
                + " or longer, or bring the store nearer or make it faster";
        if (p99.compareTo(timing.callTimeout()) > 0) {
            return CheckResult.fail(subject, text + ", or the term may be lost", remedy);
        }
        return p99.multipliedBy(2).compareTo(timing.callTimeout()) > 0
                ? CheckResult.warn(subject, text + ", which leaves less than half of it in reserve", remedy)
                : CheckResult.ok(subject, text);
    }

    /** Returns the ttl that leaves a call twice its p99: the call timeout is a fifth of the ttl. */
    private Duration comfortableTtl() {
        return Duration.ofSeconds(p99.multipliedBy(10).plusMillis(999).toSeconds());
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }
}
