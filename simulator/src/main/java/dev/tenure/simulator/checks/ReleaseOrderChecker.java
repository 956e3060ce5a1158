package dev.tenure.simulator.checks;

import org.jspecify.annotations.Nullable;

/**
 * Checks that no lease is released while the work, a hook, a {@code runIfLeader} call or a barrier of its term is still
 * running. If one of them takes too long, the lease must be left to expire.
 */
public final class ReleaseOrderChecker {
    private final Findings findings;

    public ReleaseOrderChecker(Findings findings) {
        this.findings = findings;
    }

    /** Records that a release reached the store, and which part of the term is still running, or null. */
    public void released(String candidate, long token, @Nullable String stillRunning, long atNanos) {
        if (stillRunning != null) {
            findings.add(
                    Check.RELEASE_AFTER_WORK, atNanos, candidate + " released " + token + " under " + stillRunning);
        }
    }
}
