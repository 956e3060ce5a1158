package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A renewal to be sent, by when it must be answered, and what then takes its outcome.
 *
 * @param extension what is asked of the store
 * @param neededNanos when the first of the renewals of this lease was asked for that all failed since
 * @param askedNanos when it was asked for
 * @param deadlineNanos when its outcome must be known
 * @param answered takes the answer of the store
 * @param failed takes the failure
 * @param unknown the failure of an earlier call that carried it and may have taken effect, or null
 */
record RenewalItem(
        RenewalRequest extension,
        long neededNanos,
        long askedNanos,
        long deadlineNanos,
        Consumer<Renewal> answered,
        Consumer<StoreException> failed,
        @Nullable StoreException unknown) {

    RenewalItem sentInVain(StoreException failure) {
        return new RenewalItem(extension, neededNanos, askedNanos, deadlineNanos, answered, failed, failure);
    }

    /** Tells whether too little of its time is left for a call that takes so long; much of it is always tried. */
    boolean isTooLate(long nowNanos, long nanosPerCall) {
        long left = deadlineNanos - nowNanos;
        return left <= 0 || left < Math.min(nanosPerCall, (deadlineNanos - askedNanos) / 4);
    }

    /** Hands the failure over, or an earlier one: that a later call had no effect says nothing about that one. */
    void fail(StoreException failure) {
        failed.accept(unknown == null ? failure : unknown);
    }

    /** Orders renewals by how long they have been needed: the trust of that lease ends first. */
    static int byNeed(RenewalItem one, RenewalItem other) {
        return Long.signum(one.neededNanos - other.neededNanos); // nanoTime may wrap
    }
}
