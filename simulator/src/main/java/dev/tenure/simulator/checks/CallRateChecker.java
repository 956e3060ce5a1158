package dev.tenure.simulator.checks;

import java.util.ArrayDeque;
import java.util.Deque;

/** Checks that one candidate does not call the store in a tight loop. */
public final class CallRateChecker {
    /**
     * Wake-ups may cause twenty reads in an interval, and back-off starts at a sixteenth of it: this is clearly more.
     */
    static final int MOST_PER_INTERVAL = 64;

    private final String candidate;
    private long intervalNanos;
    private final Findings findings;
    private final Deque<Long> recent = new ArrayDeque<>();

    /** Creates the checker of a candidate with this interval, in true time. */
    public CallRateChecker(String candidate, long intervalNanos, Findings findings) {
        this.candidate = candidate;
        this.intervalNanos = intervalNanos;
        this.findings = findings;
    }

    /** Records a new interval. The shortest one counts. */
    public void intervalChanged(long nanos) {
        intervalNanos = Math.min(intervalNanos, nanos);
    }

    /** Records that a call was sent. */
    public void called(long atNanos) {
        recent.add(atNanos);
        while (recent.getFirst() < atNanos - intervalNanos) {
            recent.removeFirst();
        }
        if (recent.size() > MOST_PER_INTERVAL) {
            findings.add(
                    Check.CALLS_ARE_FEW,
                    atNanos,
                    candidate + " called the store " + recent.size() + " times within one interval");
            recent.clear();
        }
    }
}
