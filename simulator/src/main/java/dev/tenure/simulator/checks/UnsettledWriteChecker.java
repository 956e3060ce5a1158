package dev.tenure.simulator.checks;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;

/**
 * Checks that a candidate reads the record after a write of unknown outcome, and only then claims (R8). A write that is
 * older than its ttl counts no longer: nobody could lead by it.
 */
public final class UnsettledWriteChecker {
    private final String candidate;
    private final Findings findings;
    private long ttlNanos;
    private long unsettledUntilNanos = -1;

    /** Creates the checker of a candidate with this ttl, in true time. */
    public UnsettledWriteChecker(String candidate, long ttlNanos, Findings findings) {
        this.candidate = candidate;
        this.ttlNanos = ttlNanos;
        this.findings = findings;
    }

    /** Records a new ttl. The shortest one counts. */
    public void ttlChanged(long nanos) {
        ttlNanos = Math.min(ttlNanos, nanos);
    }

    /** Records the outcome of a call that was sent at the given time, and whether it was to write a lease. */
    public void heard(Object outcome, boolean write, long sentNanos) {
        if (outcome instanceof StoreException failure) {
            if (write && failure.kind() == StoreException.Kind.OUTCOME_UNKNOWN) {
                unsettledUntilNanos = sentNanos + ttlNanos;
            }
        } else if (outcome instanceof Sighting || outcome instanceof Answer || outcome instanceof Renewal) {
            unsettledUntilNanos = -1;
        }
    }

    /** Records that a claim was sent. */
    public void claims(long atNanos) {
        if (atNanos < unsettledUntilNanos) {
            findings.add(
                    Check.UNKNOWN_IS_READ,
                    atNanos,
                    candidate + " claims, and has not read what became of an earlier write");
        }
    }

    /** Records that the engine starts over. It knows nothing of what was sent before. */
    public void startsOver() {
        unsettledUntilNanos = -1;
    }
}
