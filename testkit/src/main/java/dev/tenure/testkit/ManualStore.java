package dev.tenure.testkit;

import dev.tenure.CandidateBuilder;
import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The store of a {@link ManualCandidate}: it grants a claim only when the test has said so, takes a term away when the
 * test says so, and keeps the other candidates that the test invents. Its clock stands still, so tokens are 1, 2, 3 and
 * so on. Thread-safe.
 */
final class ManualStore extends ForwardingStore {
    private static final TimeSource STOPPED = new TimeSource() {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    private final MemoryStore memory;
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private final Map<String, RevocationCallback> callbacks = new ConcurrentHashMap<>();
    private final Map<String, List<Runnable>> wakeUps = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Identity>> others = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable StoreException> nextFailure = new AtomicReference<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicBoolean claimedInVain = new AtomicBoolean();

    ManualStore() {
        this(new MemoryStore(STOPPED, true));
    }

    private ManualStore(MemoryStore memory) {
        super(memory);
        this.memory = memory;
    }

    /** All that the stores in memory can, but what only saves calls. */
    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.STORE_CLOCK,
                Capability.WATCH,
                Capability.ROSTER,
                Capability.REQUESTS,
                Capability.HISTORY,
                Capability.BATON);
    }

    // ---- what the test decides

    /** Grants the next claim of this election. */
    void open(String election) {
        open.add(election);
        wake(election);
    }

    void shut(String election) {
        open.remove(election);
    }

    /** Tells, once, whether a claim was refused that the test has not allowed. */
    boolean claimWasInVain() {
        return claimedInVain.getAndSet(false);
    }

    /** Has the next call for a lease fail. */
    void failNext(StoreException failure) {
        nextFailure.set(failure);
    }

    boolean hasFailed() {
        return nextFailure.get() == null;
    }

    /** Returns how the candidate that stands in the election is reached. */
    RevocationCallback callback(String election) {
        RevocationCallback callback = callbacks.get(election);
        if (callback == null) {
            throw new IllegalStateException("this candidate no longer stands in '" + election + "'");
        }
        return callback;
    }

    /** Returns the lease that the record shows, or null. */
    @Nullable Lease lease(String election) {
        return memory.snapshot(election).sighting() instanceof Sighting.Held held ? held.lease() : null;
    }

    /** Tells whether a candidate that the test invented holds the lease. */
    boolean isLedByOther(String election) {
        Lease lease = lease(election);
        return lease != null && other(election, lease.holder().instance()) != null;
    }

    /** Adds another candidate to the roster of the election, unless it is there. */
    Identity addOther(String election, String name) {
        return others.computeIfAbsent(election, unused -> new ConcurrentHashMap<>())
                .computeIfAbsent(
                        name,
                        unused -> Identity.ofInstance(UUID.randomUUID().toString())
                                .withName(name));
    }

    /** Gives the lease to another candidate, whoever holds it. */
    void elect(String election, Identity other) {
        Sighting found = memory.snapshot(election).sighting();
        WriteStamp stamp = new WriteStamp(0, numbers.incrementAndGet(), Instant.EPOCH);
        memory.claim(
                new Ballot(election, other, Lease.MAX_TTL, stamp, ClaimCondition.judged(found, found.lastToken())),
                ample());
        wake(election);
    }

    /** Releases the lease that another candidate holds. */
    void releaseOther(String election) {
        Lease lease = lease(election);
        if (lease != null && isLedByOther(election)) {
            memory.release(lease, Handover.toAnyone(), ample());
            wake(election);
        }
    }

    void wake(String election) {
        wakeUps.getOrDefault(election, List.of()).forEach(Runnable::run);
    }

    void wakeAll() {
        wakeUps.keySet().forEach(this::wake);
    }

    private @Nullable Identity other(String election, String instance) {
        return others.getOrDefault(election, Map.of()).values().stream()
                .filter(other -> other.instance().equals(instance))
                .findFirst()
                .orElse(null);
    }

    private static Deadline ample() {
        return new Deadline(STOPPED, Long.MAX_VALUE);
    }

    // ---- what the engine asks

    private void failIfAsked() {
        StoreException failure = nextFailure.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        callbacks.put(election, callback);
        return new Registration() {
            @Override
            public void willing(boolean willing) {}

            @Override
            public void close() {
                callbacks.remove(election, callback);
            }
        };
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        failIfAsked();
        if (!open.contains(ballot.election())) {
            claimedInVain.set(true);
            return new Answer.Refused(memory.inspect(ballot.election(), deadline));
        }
        Answer answer = memory.claim(ballot, deadline);
        if (answer instanceof Answer.Granted) {
            shut(ballot.election());
        }
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        failIfAsked();
        return memory.renew(extension, deadline);
    }

    /** A lease that is reserved for another candidate is that candidate's at once. */
    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        memory.release(lease, to, deadline);
        Reservation reservation = to.reservation();
        Identity next = reservation == null ? null : other(lease.election(), reservation.instance());
        if (next != null) {
            elect(lease.election(), next);
        }
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        failIfAsked();
        return memory.inspect(election, deadline);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        Watch changes = memory.watch(election, wakeUp);
        List<Runnable> ofElection = wakeUps.computeIfAbsent(election, unused -> new CopyOnWriteArrayList<>());
        ofElection.add(wakeUp);
        return () -> {
            ofElection.remove(wakeUp);
            changes.close();
        };
    }

    @Override
    public Roster roster() {
        return new LivelyRoster(memory.roster());
    }

    /** A roster in which the other candidates beat whenever the candidate does. */
    private final class LivelyRoster implements Roster {
        private final Roster roster;

        LivelyRoster(Roster roster) {
            this.roster = roster;
        }

        @Override
        public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
            own.forEach((name, entry) -> others.getOrDefault(name, Map.of())
                    .values()
                    .forEach(other -> roster.attend(Map.of(name, beat(name, other, entry)), deadline)));
            return roster.attend(own, deadline);
        }

        private RosterEntry beat(String name, Identity other, RosterEntry own) {
            Lease lease = lease(name);
            int leads = lease != null && lease.holder().equals(other) ? 1 : 0;
            RosterEntry.Heartbeat heartbeat = new RosterEntry.Heartbeat(
                    numbers.incrementAndGet(),
                    own.heartbeat().at(),
                    own.heartbeat().validFor());
            return new RosterEntry(other, CandidateBuilder.DEFAULT_PRIORITY, "", true, leads, heartbeat);
        }

        @Override
        public List<RosterEntry> members(String name, Deadline deadline) {
            return roster.members(name, deadline);
        }

        @Override
        public void leave(Collection<String> rosters, String instance, Deadline deadline) {
            roster.leave(rosters, instance, deadline);
        }
    }
}
