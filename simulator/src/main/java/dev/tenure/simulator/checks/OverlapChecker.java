package dev.tenure.simulator.checks;

import java.util.List;

/** Checks that no two candidates do the same at one instant: lead, or run work. */
public final class OverlapChecker {
    private final Check check;
    private final String activity;
    private final Findings findings;

    /** Creates a checker for an activity, such as "lead". */
    public OverlapChecker(Check check, String activity, Findings findings) {
        this.check = check;
        this.activity = activity;
        this.findings = findings;
    }

    /** Receives the candidates that are active at this instant, apart from those that are exempt. */
    public void active(List<String> candidates, long atNanos) {
        if (candidates.size() > 1) {
            findings.add(check, atNanos, String.join(" and ", candidates) + " " + activity + " at once");
        }
    }
}
