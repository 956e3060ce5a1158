package dev.tenure.simulator;

import dev.tenure.simulator.checks.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The summary of many runs. */
final class RunSummary {
    private static final double NANOS_PER_HOUR = 3.6e12;

    private final List<RunResult> failed = new ArrayList<>();
    private long seeds;
    private long grants;
    private double virtualNanos;
    private long digest;

    void add(RunResult result) {
        seeds++;
        grants += result.grants();
        virtualNanos += result.virtualNanos();
        digest = digest * 31 + result.digest();
        if (!result.findings().isEmpty()) {
            failed.add(result);
        }
    }

    void add(RunSummary later) {
        seeds += later.seeds;
        grants += later.grants;
        virtualNanos += later.virtualNanos;
        digest = digest * 31 + later.digest;
        failed.addAll(later.failed);
    }

    /** Returns the runs with findings. */
    List<RunResult> failed() {
        return List.copyOf(failed);
    }

    /** Returns how many terms began in all runs. Runs without terms would prove nothing. */
    long grants() {
        return grants;
    }

    /** Returns a number that is equal for two summaries only if all their runs were equal. */
    long digest() {
        return digest;
    }

    private long count(Check.Kind kind) {
        return failed.stream()
                .filter(result -> result.findings().get(0).check().kind() == kind)
                .count();
    }

    /** Returns the summary as one line. */
    String line(Duration wall) {
        return String.format(
                Locale.ROOT,
                "seeds=%d overlaps=%d token_errors=%d stuck=%d order_errors=%d terms=%d digest=%s virtual_hours=%.1f"
                        + " wall=%.1fs",
                seeds,
                count(Check.Kind.OVERLAP),
                count(Check.Kind.TOKEN),
                count(Check.Kind.STUCK),
                count(Check.Kind.ORDER),
                grants,
                Long.toHexString(digest),
                virtualNanos / NANOS_PER_HOUR,
                wall.toMillis() / 1000.0);
    }
}
