package dev.tenure.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How long something took, of many times.
 *
 * @param rounds how many times
 * @param p50 half of them took no longer
 * @param p99 99 of 100 took no longer; the slowest, of fewer than 100
 * @param max none took longer
 */
record Percentiles(int rounds, Duration p50, Duration p99, Duration max) {
    private static final String ROW = "%-58s %7s %12s %12s %12s%n";

    static Percentiles of(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return new Percentiles(sorted.size(), rank(sorted, 50), rank(sorted, 99), rank(sorted, 100));
    }

    private static Duration rank(List<Long> sorted, int percent) {
        return Duration.ofNanos(sorted.get((sorted.size() * percent + 99) / 100 - 1));
    }

    /** Prints the head of a table of these. */
    static void printHead(String title) {
        System.out.printf(Locale.ROOT, ROW, title, "rounds", "p50", "p99", "max");
    }

    /** Prints this as a row of the table. */
    void print(String what) {
        System.out.printf(Locale.ROOT, ROW, what, rounds, millis(p50), millis(p99), millis(max));
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.2f ms", duration.toNanos() / 1e6);
    }
}
