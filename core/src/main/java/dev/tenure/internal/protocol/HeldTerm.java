package dev.tenure.internal.protocol;

import dev.tenure.Reason;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The term this campaign holds: its lease, how far it is trusted, when it is renewed, and whether it is to end. */
final class HeldTerm {
    private final String cause;
    private Lease lease;
    private Trust trust;
    private long renewAtNanos;
    private @Nullable Ending ending;
    private @Nullable Long opensAtNanos;
    private boolean announced;
    private boolean workReturned;

    /**
     * A term that was asked to end in good order.
     *
     * @param reason why, for programs
     * @param cause why, for people
     * @param coolDown how long this candidate stays back afterwards
     * @param cancelAtNanos when work that has not finished by itself is cancelled
     * @param successor the instance that shall lead next, or null for anyone
     */
    record Ending(
            Reason reason,
            String cause,
            Duration coolDown,
            long cancelAtNanos,
            @Nullable String successor) {
        Ending cancelledAt(long nanos) {
            return new Ending(reason, cause, coolDown, nanos, successor);
        }
    }

    HeldTerm(Lease lease, Trust trust, long renewAtNanos, String cause) {
        this.cause = cause;
        this.lease = lease;
        this.trust = trust;
        this.renewAtNanos = renewAtNanos;
    }

    Lease lease() {
        return lease;
    }

    Trust trust() {
        return trust;
    }

    long renewAtNanos() {
        return renewAtNanos;
    }

    @Nullable Ending ending() {
        return ending;
    }

    /** Takes in a renewal that succeeded. */
    void renewed(Lease newLease, Trust newTrust, long nextRenewalNanos) {
        lease = newLease;
        trust = newTrust;
        renewAtNanos = nextRenewalNanos;
    }

    /**
     * A renewal is being sent that may store a shorter lease, or leave work another time to stop. It may take effect
     * unseen, so from now on no more is trusted than it will be worth.
     */
    void sends(Trust prospective) {
        trust = trust.noMoreThan(prospective);
    }

    /** Takes in what the record really shows of this term; trust is what the attempt that wrote it earned, if any. */
    void found(Lease inRecord, @Nullable Trust earned, long nextRenewalNanos) {
        lease = inRecord;
        if (earned != null && earned.untilNanos() - trust.untilNanos() > 0) {
            trust = earned;
        }
        renewAtNanos = nextRenewalNanos;
    }

    void renewAt(long nanos) {
        renewAtNanos = nanos;
    }

    /** Returns why this term began, for people. */
    String cause() {
        return cause;
    }

    /** The term is only held until then: whoever led before may not have stopped yet. */
    void opensAt(long nanos) {
        opensAtNanos = nanos;
    }

    void opened() {
        opensAtNanos = null;
    }

    /** Returns when a term that is only held is to be opened, or null if that was done. */
    @Nullable Long opensAtNanos() {
        return opensAtNanos;
    }

    boolean isAnnounced() {
        return announced;
    }

    void announced() {
        announced = true;
    }

    /** The work of this term has returned: it runs no more until the next term. */
    void workReturned() {
        workReturned = true;
    }

    /** Tells whether work may start for this term. */
    boolean awaitsWork() {
        return announced && !workReturned;
    }

    void end(Ending newEnding) {
        ending = newEnding;
    }

    /** Returns in words how a term was lost to what the record shows instead. */
    static String lossTo(Sighting found) {
        if (found instanceof Sighting.Held held) {
            return "the lease is held by " + held.lease().holder().name() + " with token "
                    + held.lease().token();
        }
        return found instanceof Sighting.Never ? "the record has vanished" : "the record is no longer ours: " + found;
    }
}
