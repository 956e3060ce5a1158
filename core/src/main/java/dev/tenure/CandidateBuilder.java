package dev.tenure;

import static java.util.Objects.requireNonNull;

import dev.tenure.internal.Node;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A candidate in the making. Not thread-safe. */
public final class CandidateBuilder {
    private final LeaseStore store;
    private final boolean closesStore;
    private String name = "candidate-" + ProcessHandle.current().pid();
    private @Nullable String address;
    private Timing timing;
    private Duration grace = Duration.ZERO;
    private boolean releasesOnShutdown = true;
    private boolean started;

    CandidateBuilder(LeaseStore store, boolean closesStore) {
        this.store = requireNonNull(store, "store");
        this.closesStore = closesStore;
        this.timing = store.timing();
    }

    /** Sets the name people know this candidate by. Need not be unique. Default: the process id. */
    public CandidateBuilder named(String newName) {
        this.name = requireNonNull(newName, "name");
        return this;
    }

    /** Sets where others reach this candidate; shown to whoever asks who leads. Default: nowhere. */
    public CandidateBuilder reachableAt(String newAddress) {
        this.address = requireNonNull(newAddress, "address");
        return this;
    }

    /** Sets the timing. Default: what suits the store. */
    public CandidateBuilder timing(Timing newTiming) {
        this.timing = requireNonNull(newTiming, "timing");
        return this;
    }

    /**
     * Sets for how long work that was asked to finish may go on before it is cancelled. Default: zero, cancelled at
     * once.
     */
    public CandidateBuilder grace(Duration newGrace) {
        if (newGrace.isNegative()) {
            throw new IllegalArgumentException("grace " + newGrace + " is negative: use zero for none");
        }
        if (newGrace.compareTo(Lease.MAX_TTL) > 0) {
            throw new IllegalArgumentException(
                    "grace " + newGrace + " is longer than " + Lease.MAX_TTL + ": lower it, nobody waits that long");
        }
        this.grace = newGrace;
        return this;
    }

    /** Leaves leases to run out when the JVM shuts down without closing this candidate. Default: they are released. */
    public CandidateBuilder withoutShutdownHook() {
        this.releasesOnShutdown = false;
        return this;
    }

    /**
     * Starts the candidate. It stands in no election yet.
     *
     * @throws IllegalStateException if this builder has started one already
     */
    public Candidate start() {
        if (started) {
            throw new IllegalStateException("this candidate was started already: build another one for a second start");
        }
        Identity identity = new Identity(UUID.randomUUID().toString(), name, address);
        Node node = Node.start(store, identity, new Node.Settings(timing, grace, closesStore, releasesOnShutdown));
        started = true;
        return node;
    }
}
