package dev.tenure.simulator;

import java.util.ArrayDeque;
import java.util.Deque;

/** Checks that one candidate does not call the store in a hot loop: so many calls within one interval are too many. */
final class CallRate {
    /** Wake-ups may cause twenty looks an interval, and back-off starts at a sixteenth; nothing may cause this many. */
    static final int MOST_PER_INTERVAL = 64;

    private final String who;
    private long intervalNanos;
    private final Findings findings;
    private final Deque<Long> recent = new ArrayDeque<>();

    /** Checks a candidate with this interval, in true time. */
    CallRate(String who, long intervalNanos, Findings findings) {
        this.who = who;
        this.intervalNanos = intervalNanos;
        this.findings = findings;
    }

    /** The interval has changed: the shortest counts. */
    void intervalBecomes(long nanos) {
        intervalNanos = Math.min(intervalNanos, nanos);
    }

    /** Takes in that a call was sent. */
    void called(long atNanos) {
        recent.add(atNanos);
        while (recent.getFirst() < atNanos - intervalNanos) {
            recent.removeFirst();
        }
        if (recent.size() > MOST_PER_INTERVAL) {
            findings.add(
                    Check.CALLS_ARE_FEW,
                    atNanos,
                    who + " called the store " + recent.size() + " times within one interval");
            recent.clear();
        }
    }
}
