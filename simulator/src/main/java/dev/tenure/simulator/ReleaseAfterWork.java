package dev.tenure.simulator;

/** Checks that no lease is released while the work of its term is still running. */
final class ReleaseAfterWork {
    private final Findings findings;

    ReleaseAfterWork(Findings findings) {
        this.findings = findings;
    }

    /** Takes in that a release reached the store. */
    void released(String who, long token, boolean workRuns, long atNanos) {
        if (workRuns) {
            findings.add(Check.RELEASE_AFTER_WORK, atNanos, who + " released " + token + " under running work");
        }
    }
}
