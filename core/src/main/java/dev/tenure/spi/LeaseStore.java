package dev.tenure.spi;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import java.util.List;
import java.util.Optional;

/**
 * Where leases are kept. Calls block, and each carries the deadline it must answer by. Thread-safe.
 *
 * <p>Every write is conditional on exactly the record it names, and atomic. Answers the protocol expects are results; a
 * {@link StoreException} says what the caller may conclude. A store never judges another's expiry unless it has
 * {@link Capability#STORE_CLOCK}, and never tries a write again by itself: it could no longer say what the outcome was.
 *
 * <p>Any number of candidates may use one store object. After {@link #close} every call fails at once with
 * {@link StoreException#closed}, of the kind {@code UNREACHABLE}: calls of the roster, the requests and the history,
 * and new watches, too. So close a store after its candidates.
 */
public interface LeaseStore extends Backend {

    /**
     * Enters a candidate that stands in the election from now on; called before its first claim, and not for those who
     * only look on. A store that decides by itself who may claim, as a consumer group does, keeps the entry, grants
     * claims only to whom it chose, and reaches the candidate through the callback. Others need nothing of this.
     * Returns at once, connecting in the background if it must.
     */
    default Registration register(String election, Identity candidate, RevocationCallback callback) {
        return Registration.NONE;
    }

    /**
     * Grants the lease if the record is still the one the ballot's condition names, and, unless it says it was waited
     * out, if the store's own clock finds it free or run out.
     *
     * @throws IllegalArgumentException if the condition names no sighting and the store has no clock
     */
    Answer claim(Ballot ballot, Deadline deadline);

    /**
     * Writes the next renewal if the record is still exactly the held lease, which a store with a clock must not yet
     * have seen run out.
     */
    Renewal renew(RenewalRequest request, Deadline deadline);

    /**
     * Marks the term as released, whatever its renewal number. Does nothing if the record is of another term, and
     * nothing the second time.
     */
    void release(Lease lease, Handover to, Deadline deadline);

    /**
     * Renews many leases in one go, each as {@link #renew} would. One that is contested is skipped rather than waited
     * for; the caller then renews it alone.
     *
     * @return for each request, in the same order, its outcome, or empty if it was skipped
     * @throws UnsupportedOperationException without {@link Capability#BATCH}
     */
    default List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        throw new UnsupportedOperationException("the " + name() + " store renews leases one by one");
    }

    /**
     * Does several things in one go, in one round trip where the store can: renews and claims leases, each as
     * {@link #renew} and {@link #claim} would, attends rosters, reads requests and looks at records. A lease that is
     * contested is skipped rather than waited for; the caller then renews or claims it alone. What fails besides the
     * leases must not hurt them: it is left out of the answer. An exception means that nothing is known of any part,
     * and its kind says what may be concluded of the renewals and claims.
     *
     * @throws UnsupportedOperationException without {@link Capability#ROUND}
     */
    default RoundAnswer round(Round round, Deadline deadline) {
        throw new UnsupportedOperationException("the " + name() + " store takes calls one by one");
    }

    /** Returns what the record shows at this moment; never a cached or replicated copy that may be behind. */
    Sighting inspect(String election, Deadline deadline);
}
