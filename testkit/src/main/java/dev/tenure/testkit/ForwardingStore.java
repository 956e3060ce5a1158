package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A store that passes every call on to another, for tests that change one thing about it. Thread-safe, as the other.
 *
 * <p>What {@link #capabilities} does not list is refused by name: a subclass takes an ability away by not listing it.
 */
public class ForwardingStore implements LeaseStore {
    private final LeaseStore store;

    /** Stands before a store, and closes it with itself. */
    public ForwardingStore(LeaseStore store) {
        this.store = requireNonNull(store, "store");
    }

    private boolean has(Capability capability) {
        return capabilities().contains(capability);
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback recall) {
        return store.register(election, candidate, recall);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return store.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return store.renew(extension, deadline);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        return has(Capability.BATCH)
                ? store.renewAll(extensions, deadline)
                : LeaseStore.super.renewAll(extensions, deadline);
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
        return store.capabilities();
    }

    @Override
    public Timing timing() {
        return store.timing();
    }

    @Override
    public String requires() {
        return store.requires();
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return store.takeoverDelay();
    }

    @Override
    public void checkTiming(Timing timing) {
        store.checkTiming(timing);
    }

    @Override
    public void checkName(String election) {
        store.checkName(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return has(Capability.WATCH) ? store.watch(election, wakeUp) : LeaseStore.super.watch(election, wakeUp);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return has(Capability.LISTING) ? store.elections(deadline) : LeaseStore.super.elections(deadline);
    }

    @Override
    public Roster roster() {
        return has(Capability.ROSTER) ? store.roster() : LeaseStore.super.roster();
    }

    @Override
    public Requests requests() {
        return has(Capability.REQUESTS) ? store.requests() : LeaseStore.super.requests();
    }

    @Override
    public dev.tenure.spi.History history() {
        return has(Capability.HISTORY) ? store.history() : LeaseStore.super.history();
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return store.diagnose(timing, deadline);
    }

    @Override
    public boolean isClosed() {
        return store.isClosed();
    }

    @Override
    public void close() {
        store.close();
    }
}
