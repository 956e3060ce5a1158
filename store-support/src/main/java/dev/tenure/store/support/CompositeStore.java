package dev.tenure.store.support;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WhileOpen;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Base of a store that keeps leases, roster, requests, history and batons in separate objects. Thread-safe.
 *
 * <p>An optional ability that the description does not list is refused by name.
 */
public abstract class CompositeStore extends BaseBackend implements LeaseStore {
    private final Parts parts;

    /**
     * The objects that answer the calls of a store.
     *
     * @param leases reads and writes leases
     * @param roster the roster, or null if the store keeps none
     * @param requests the requests, or null if the store keeps none
     * @param history the history, or null if the store keeps none
     * @param batons the batons, or null if the store keeps none
     */
    public record Parts(
            LeaseCalls leases,
            @Nullable Roster roster,
            @Nullable Requests requests,
            @Nullable History history,
            @Nullable Batons batons) {
        public Parts {
            requireNonNull(leases, "leases");
        }

        /** Returns the parts of a store that keeps nothing but leases. */
        public static Parts of(LeaseCalls leases) {
            return new Parts(leases, null, null, null, null);
        }
    }

    protected CompositeStore(StoreDescription description, Parts parts) {
        super(description);
        this.parts = requireNonNull(parts, "parts");
    }

    /** Returns what reads and writes leases, unless this store was closed. */
    private LeaseCalls leases() {
        requireOpen();
        return parts.leases();
    }

    private boolean has(Capability capability) {
        return capabilities().contains(capability);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return leases().claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return leases().renew(request, deadline);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        return has(Capability.BATCH)
                ? leases().renewAll(requests, deadline)
                : LeaseStore.super.renewAll(requests, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        leases().release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return leases().inspect(election, deadline);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return has(Capability.LISTING) ? leases().elections(deadline) : LeaseStore.super.elections(deadline);
    }

    @Override
    public Roster roster() {
        requireOpen();
        Roster roster = parts.roster();
        return roster == null ? LeaseStore.super.roster() : WhileOpen.roster(roster, this::requireOpen);
    }

    @Override
    public Requests requests() {
        requireOpen();
        Requests requests = parts.requests();
        return requests == null ? LeaseStore.super.requests() : WhileOpen.requests(requests, this::requireOpen);
    }

    @Override
    public History history() {
        requireOpen();
        History history = parts.history();
        return history == null ? LeaseStore.super.history() : WhileOpen.history(history, this::requireOpen);
    }

    @Override
    public Batons batons() {
        requireOpen();
        Batons batons = parts.batons();
        return batons == null ? LeaseStore.super.batons() : WhileOpen.batons(batons, this::requireOpen);
    }
}
