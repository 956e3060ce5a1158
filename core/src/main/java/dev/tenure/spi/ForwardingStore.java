package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import dev.tenure.Timing;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Passes every call on to another store; the base of stores that change one thing about another. Thread-safe, as the
 * other is.
 *
 * <p>A subclass overrides single methods, or {@link #call}, through which all of them go. An optional ability that
 * {@link #capabilities} does not list is refused by name: a subclass removes an ability by not listing it.
 */
public class ForwardingStore implements LeaseStore {
    private final LeaseStore store;

    /** Creates a store that passes calls on to this one, and closes it when closed. */
    public ForwardingStore(LeaseStore store) {
        this.store = requireNonNull(store, "store");
    }

    /** Returns the store that gets the calls. */
    protected final LeaseStore delegate() {
        return store;
    }

    /** Makes one call of the other store and returns its result; a subclass may act before, after or instead. */
    protected <T> T call(Supplier<T> call) {
        return call.get();
    }

    private void run(Runnable call) {
        call(() -> {
            call.run();
            return Boolean.TRUE;
        });
    }

    private boolean has(Capability capability) {
        return capabilities().contains(capability);
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        return call(() -> store.register(election, candidate, callback));
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return call(() -> store.claim(ballot, deadline));
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return call(() -> store.renew(request, deadline));
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        return has(Capability.BATCH)
                ? call(() -> store.renewAll(requests, deadline))
                : LeaseStore.super.renewAll(requests, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        run(() -> store.release(lease, to, deadline));
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return call(() -> store.inspect(election, deadline));
    }

    @Override
    public String name() {
        return call(store::name);
    }

    @Override
    public Set<Capability> capabilities() {
        return call(store::capabilities);
    }

    @Override
    public Timing timing() {
        return call(store::timing);
    }

    @Override
    public String requires() {
        return call(store::requires);
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return call(store::takeoverDelay);
    }

    @Override
    public void checkTiming(Timing timing) {
        run(() -> store.checkTiming(timing));
    }

    @Override
    public void checkName(String election) {
        run(() -> store.checkName(election));
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return has(Capability.WATCH)
                ? call(() -> store.watch(election, wakeUp))
                : LeaseStore.super.watch(election, wakeUp);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return has(Capability.LISTING) ? call(() -> store.elections(deadline)) : LeaseStore.super.elections(deadline);
    }

    @Override
    public Roster roster() {
        return has(Capability.ROSTER) ? call(store::roster) : LeaseStore.super.roster();
    }

    @Override
    public Requests requests() {
        return has(Capability.REQUESTS) ? call(store::requests) : LeaseStore.super.requests();
    }

    @Override
    public History history() {
        return has(Capability.HISTORY) ? call(store::history) : LeaseStore.super.history();
    }

    @Override
    public Batons batons() {
        return has(Capability.BATON) ? call(store::batons) : LeaseStore.super.batons();
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return call(() -> store.diagnose(timing, deadline));
    }

    @Override
    public boolean isClosed() {
        return call(store::isClosed);
    }

    @Override
    public void close() {
        run(store::close);
    }
}
