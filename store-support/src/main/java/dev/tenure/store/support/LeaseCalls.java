package dev.tenure.store.support;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.Optional;

/** The calls of a {@link LeaseStore} that read and write leases; see there what each must do. Thread-safe. */
public interface LeaseCalls {
    Answer claim(Ballot ballot, Deadline deadline);

    Renewal renew(RenewalRequest request, Deadline deadline);

    void release(Lease lease, Handover to, Deadline deadline);

    Sighting inspect(String election, Deadline deadline);

    /** Needed with {@link dev.tenure.spi.Capability#BATCH} only. */
    default List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        throw new UnsupportedOperationException("leases are renewed one by one");
    }

    /** Needed with {@link dev.tenure.spi.Capability#ROUND} only. */
    default RoundAnswer round(Round round, Deadline deadline) {
        throw new UnsupportedOperationException("calls are taken one by one");
    }

    /** Needed with {@link dev.tenure.spi.Capability#LISTING} only. */
    default List<String> elections(Deadline deadline) {
        throw new UnsupportedOperationException("elections cannot be listed");
    }
}
