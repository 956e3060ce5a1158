package dev.tenure;

import static java.util.Objects.requireNonNull;

import dev.tenure.internal.CandidateOptions;
import dev.tenure.internal.RunningCandidate;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.LinkageErrors;
import dev.tenure.spi.PrintableText;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A candidate in the making. Not thread-safe. */
public final class CandidateBuilder {
    /** The priority of a candidate that states none. */
    public static final int DEFAULT_PRIORITY = 100;

    private final LeaseStore store;
    private final boolean closesStore;
    private String name = "candidate-" + ProcessHandle.current().pid();
    private @Nullable String address;
    private Timing timing;
    private Duration grace = Duration.ZERO;
    private boolean releasesOnShutdown = true;
    private int priority = DEFAULT_PRIORITY;
    private String version = "";
    private boolean prefersNewest;
    private @Nullable BooleanSupplier ableToLead;
    private boolean started;

    CandidateBuilder(LeaseStore store, boolean closesStore) {
        this.store = LinkageErrors.translating(requireNonNull(store, "store"));
        this.closesStore = closesStore;
        this.timing = this.store.timing();
    }

    /** Sets the name people know this candidate by. Need not be unique. Default: the process id. */
    public CandidateBuilder named(String newName) {
        this.name = PrintableText.require("the name", requireNonNull(newName, "name"));
        return this;
    }

    /** Sets where others reach this candidate; shown to whoever asks who leads. Default: nowhere. */
    public CandidateBuilder reachableAt(String newAddress) {
        this.address = PrintableText.require("the address", requireNonNull(newAddress, "address"));
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

    /**
     * Sets this candidate's place in the order of preference: the lower number leads, and an incumbent hands over to a
     * better candidate that is able to lead. Takes effect on stores that keep a roster. Default: 100 for all, so that
     * whoever comes first leads.
     */
    public CandidateBuilder priority(int newPriority) {
        this.priority = newPriority;
        return this;
    }

    /** Sets the version of the service, shown in the roster. Default: empty. */
    public CandidateBuilder version(String newVersion) {
        this.version = PrintableText.require("the version", requireNonNull(newVersion, "version"));
        return this;
    }

    /**
     * Prefers, among candidates of the same priority, those with a newer version: numbers are compared as numbers, and
     * {@code 2.0-rc1} comes before {@code 2.0}. For rolling restarts: leadership moves to the new version once.
     * Default: versions do not matter.
     */
    public CandidateBuilder preferNewest() {
        this.prefersNewest = true;
        return this;
    }

    /**
     * Sets how this candidate tells whether it could lead. Asked once an interval on a thread of Tenure's own. While it
     * answers false, throws, or does not answer for a call timeout, this candidate neither claims nor keeps leadership,
     * and is passed over in the order of preference. Default: it always could.
     */
    public CandidateBuilder ableToLead(BooleanSupplier check) {
        this.ableToLead = requireNonNull(check, "check");
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
        Settings settings = new Settings(timing, priority, address);
        CandidateOptions options =
                new CandidateOptions(version, prefersNewest, grace, closesStore, releasesOnShutdown, ableToLead);
        RunningCandidate node = RunningCandidate.start(store, identity, settings, options);
        started = true;
        return node;
    }
}
