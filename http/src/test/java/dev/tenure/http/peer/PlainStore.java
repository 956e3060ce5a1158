package dev.tenure.http.peer;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.util.Set;

/** A store that can do no more than it must: no wake-ups, no roster, no requests, as in S3. */
record PlainStore(LeaseStore store) implements LeaseStore {
    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return store.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(Extension extension, Deadline deadline) {
        return store.renew(extension, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        store.release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return store.inspect(election, deadline);
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public Set<Capability> capabilities() {
        return store.capabilities().contains(Capability.STORE_CLOCK) ? Set.of(Capability.STORE_CLOCK) : Set.of();
    }

    @Override
    public Timing timing() {
        return store.timing();
    }

    @Override
    public void checkName(String election) {
        store.checkName(election);
    }

    @Override
    public void close() {
        store.close();
    }
}
