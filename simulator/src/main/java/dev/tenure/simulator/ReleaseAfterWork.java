package dev.tenure.simulator;

import org.jspecify.annotations.Nullable;

/**
 * Checks that no lease is released while the work, a hook or a {@code runIfLeader} call of its term is still running,
 * nor before those listeners have returned who want to be waited for. If that takes too long the lease is to run out,
 * not to be released.
 */
final class ReleaseAfterWork {
    private final Findings findings;

    ReleaseAfterWork(Findings findings) {
        this.findings = findings;
    }

    /** Takes in that a release reached the store, and what goes on of the term at that instant, or null. */
    void released(String who, long token, @Nullable String goesOn, long atNanos) {
        if (goesOn != null) {
            findings.add(Check.RELEASE_AFTER_WORK, atNanos, who + " released " + token + " under " + goesOn);
        }
    }
}
