package dev.tenure.internal.recording;

import dev.tenure.internal.recording.CallRecorder.CallNames;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.Optional;

/** Passes calls on to a store, and records those about leases. Thread-safe. */
final class RecordedStore extends ForwardingStore {
    RecordedStore(LeaseStore store) {
        super(store);
    }

    private CallNames names(String call, String election) {
        return new CallNames(delegate(), call, election);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return CallRecorder.around(
                names("claim", ballot.election()),
                () -> super.claim(ballot, deadline),
                answer -> answer instanceof Answer.Granted ? "granted" : "refused");
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return CallRecorder.around(
                names("renew", request.held().election()),
                () -> super.renew(request, deadline),
                renewal -> renewal instanceof Renewal.Renewed
                        ? "renewed"
                        : renewal instanceof Renewal.Lost ? "lost" : "refused");
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        if (!capabilities().contains(Capability.BATCH)) {
            return super.renewAll(requests, deadline); // one after the other, each recorded
        }
        return CallRecorder.around(
                new CallNames(delegate(), "renew_all", null),
                () -> super.renewAll(requests, deadline),
                renewals -> renewals.stream().allMatch(RecordedStore::isRenewed) ? "renewed" : "partly");
    }

    private static boolean isRenewed(Optional<Renewal> renewal) {
        return renewal.isPresent() && renewal.get() instanceof Renewal.Renewed;
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        CallRecorder.around(
                names("release", lease.election()),
                () -> {
                    super.release(lease, to, deadline);
                    return lease;
                },
                released -> "done");
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return CallRecorder.around(
                names("inspect", election), () -> super.inspect(election, deadline), sighting -> "done");
    }
}
