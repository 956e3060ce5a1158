package dev.tenure.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a store answered to a claim. */
public sealed interface Answer {

    /**
     * The lease is now the candidate's.
     *
     * @param lease as it was really stored
     * @param hold how long it is held before it is led by, from a store that knows whom it replaced better than its
     *     {@link Backend#takeoverDelay()} can say; null if that delay applies
     */
    record Granted(Lease lease, @Nullable Duration hold) implements Answer {
        /** Makes the answer of a store whose usual takeover delay applies. */
        public Granted(Lease lease) {
            this(lease, null);
        }
    }

    /**
     * Nothing was written: the record is not the one the claim named, or its lease still runs.
     *
     * @param found what is there instead
     */
    record Refused(Sighting found) implements Answer {}
}
