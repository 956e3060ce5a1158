package dev.tenure;

import static java.util.Objects.requireNonNull;

import dev.tenure.internal.CandidateOptions;
import dev.tenure.internal.DefaultName;
import dev.tenure.internal.LinkageErrors;
import dev.tenure.internal.RunningCandidate;
import dev.tenure.internal.StoreChecks;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.PrintableText;
import dev.tenure.spi.StoreUri;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Builds a candidate. Not thread-safe. */
public final class CandidateBuilder {
    /** The priority of a candidate that states none. */
    public static final int DEFAULT_PRIORITY = 100;

    private final @Nullable LeaseStore given;
    private final String uri;
    private boolean closesStore;
    private @Nullable String name;
    private @Nullable String address;
    private @Nullable Timing timing;
    private @Nullable Duration storeWithin;
    private Duration grace = Duration.ZERO;
    private boolean releasesOnShutdown = true;
    private int priority = DEFAULT_PRIORITY;
    private String version = "";
    private boolean prefersNewest;
    private @Nullable BooleanSupplier ableToLead;
    private boolean started;

    CandidateBuilder(LeaseStore store) {
        this.given = LinkageErrors.translating(requireNonNull(store, "store"));
        this.uri = "";
    }

    CandidateBuilder(String uri) {
        this.given = null;
        this.uri = requireText("uri", uri);
        this.closesStore = true;
        StoreUri.parse(uri); // refused here if it is malformed, opened at the start
    }

    /** Sets the name people know this candidate by. Need not be unique. Default: host name and process id. */
    public CandidateBuilder named(String newName) {
        this.name = PrintableText.require("the name", requireText("name", newName));
        return this;
    }

    /** Sets where others reach this candidate; shown to those that ask who leads. Default: nowhere. */
    public CandidateBuilder reachableAt(String newAddress) {
        this.address = PrintableText.require("the address", requireText("address", newAddress));
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
        requireNonNull(newGrace, "grace");
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
     * better candidate that is able to lead. Refused at the start on a store that keeps no roster. Default: 100 for
     * all, so that the first to come leads.
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
     * {@code 2.0-rc1} comes before {@code 2.0}. For rolling restarts: leadership moves to the new version once. Refused
     * at the start on a store that keeps no roster. Default: versions do not matter.
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
     * Closes the store with this candidate, for a store that was opened for it alone. Default: a store that was opened
     * from a URI is closed with its candidate, and one that was given stays open.
     */
    public CandidateBuilder closingStore() {
        this.closesStore = true;
        return this;
    }

    /**
     * Has the start fail if the store does not answer within this time, or finds that elections would not work on it.
     * Default: a candidate starts whether its store answers or not, and leads as soon as it does.
     */
    public CandidateBuilder requireStore(Duration within) {
        requireNonNull(within, "within");
        if (within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException("within " + within + " must be longer than zero");
        }
        this.storeWithin = within;
        return this;
    }

    /**
     * Starts the candidate. It stands in no election yet. If it does not start, a store that was opened from a URI is
     * closed again.
     *
     * <p>Its threads do not keep the JVM alive: keep your main thread waiting for as long as the candidate shall stand.
     *
     * @throws IllegalArgumentException if the store cannot keep the timing, keeps no roster though a priority or the
     *     newest version was asked for, or cannot be opened by that URI
     * @throws IllegalStateException if this builder has started a candidate already, or the store is closed
     * @throws StoreException if the store cannot be opened, or {@link #requireStore} finds that it does not answer or
     *     is not fit for elections
     */
    public Candidate start() {
        if (started) {
            throw new IllegalStateException("this candidate was started already: build another one for a second start");
        }
        LeaseStore store = given == null ? Stores.open(uri) : given;
        try {
            Candidate candidate = start(store);
            started = true;
            return candidate;
        } catch (RuntimeException | Error notStarted) {
            if (given == null) {
                closeAfter(notStarted, store);
            }
            throw notStarted;
        }
    }

    private Candidate start(LeaseStore store) {
        Settings settings = Settings.of(timing == null ? store.timing() : timing)
                .withPriority(priority)
                .withAddress(address);
        Identity identity = Identity.ofInstance(UUID.randomUUID().toString())
                .withName(name == null ? DefaultName.get() : name)
                .withAddress(address);
        StoreChecks.requireOpen(store);
        StoreChecks.requireRoster(store, settings.priority(), prefersNewest);
        if (storeWithin != null) {
            StoreChecks.requireFit(store, settings.timing(), storeWithin);
        }
        CandidateOptions options =
                new CandidateOptions(version, prefersNewest, grace, closesStore, releasesOnShutdown, ableToLead);
        return RunningCandidate.start(store, identity, settings, options);
    }

    private static void closeAfter(Throwable notStarted, LeaseStore store) {
        try {
            store.close();
        } catch (RuntimeException | Error notClosed) {
            notStarted.addSuppressed(notClosed);
        }
    }

    private static String requireText(String parameter, String text) {
        requireNonNull(text, parameter);
        if (text.isBlank()) {
            throw new IllegalArgumentException(parameter + " is blank: leave it out, or give it a text");
        }
        return text;
    }
}
