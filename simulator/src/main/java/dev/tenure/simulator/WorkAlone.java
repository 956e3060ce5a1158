package dev.tenure.simulator;

import java.util.List;

/** Checks that no two works are done at one instant. */
final class WorkAlone {
    private final Findings findings;

    WorkAlone(Findings findings) {
        this.findings = findings;
    }

    /** Takes in everybody whose work is being done at this instant, apart from those known to overstay. */
    void working(List<String> workers, long atNanos) {
        if (workers.size() > 1) {
            findings.add(Check.WORK_ALONE, atNanos, String.join(" and ", workers) + " work at once");
        }
    }
}
