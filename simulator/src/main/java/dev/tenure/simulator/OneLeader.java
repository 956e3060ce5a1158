package dev.tenure.simulator;

import java.util.List;

/** Checks that no two terms are current at one instant. */
final class OneLeader {
    private final Findings findings;

    OneLeader(Findings findings) {
        this.findings = findings;
    }

    /** Takes in everybody who says at this instant that it leads. */
    void leading(List<String> leaders, long atNanos) {
        if (leaders.size() > 1) {
            findings.add(Check.ONE_LEADER, atNanos, String.join(" and ", leaders) + " lead at once");
        }
    }
}
