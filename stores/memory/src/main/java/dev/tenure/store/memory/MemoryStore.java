package dev.tenure.store.memory;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A store in memory with a clock of its own, as a database has. Thread-safe.
 *
 * <p>Expiry is judged by the wall clock of its {@link TimeSource}, so that a test can step it or let it run apart from
 * the candidates' clocks.
 */
public final class MemoryStore extends MemoryRecords implements LeaseStore {
    private static final long MICROS_PER_MILLI = 1_000;

    private final TimeSource clock;
    private volatile boolean closed;

    /** Makes a store with the given clock that pushes no wake-ups. */
    public MemoryStore(TimeSource clock) {
        this(clock, false);
    }

    /** Makes a store with the given clock that pushes wake-ups or not. */
    public MemoryStore(TimeSource clock, boolean watchable) {
        super(abilities(watchable));
        this.clock = requireNonNull(clock, "clock");
    }

    private static Set<Capability> abilities(boolean watchable) {
        Set<Capability> abilities =
                EnumSet.of(Capability.STORE_CLOCK, Capability.SUCCESSION, Capability.BATCH, Capability.ROUND);
        if (watchable) {
            abilities.add(Capability.WATCH);
        }
        return abilities;
    }

    private MemoryStore(MemoryStore same) {
        super(same);
        this.clock = same.clock;
    }

    /** Returns another store object on the same records, as another process would open; each is closed by itself. */
    public MemoryStore handle() {
        return new MemoryStore(this);
    }

    /** Moves the moment the record is free by the store's clock, either way; its content and version stay. */
    public void shiftExpiry(String election, Duration shift) {
        change(election, found -> !(found.sighting() instanceof Sighting.Never), found -> found.shifted(shift));
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        requireOpen();
        deadline.requireLeft();
        long nowMillis = clock.wallMillis();
        Instant now = Instant.ofEpochMilli(nowMillis);
        Change change = change(ballot.election(), found -> isOpenTo(ballot, found, now), found -> {
            Lease lease = ballot.grant(found.sighting(), nowMillis * MICROS_PER_MILLI, "");
            return MemoryRecord.held(lease, now.plus(lease.ttl()));
        });
        return change.made() && change.entry().sighting() instanceof Sighting.Held held
                ? new Answer.Granted(held.lease())
                : new Answer.Refused(show(change.entry(), now));
    }

    private static boolean isOpenTo(Ballot ballot, MemoryRecord found, Instant now) {
        Sighting replacing = ballot.condition().replacing();
        if (ballot.condition().requiresRelease()) {
            return isGivenUpTo(ballot, found.sighting());
        }
        if (replacing != null && !replacing.version().equals(found.sighting().version())) {
            return false;
        }
        return ballot.condition().waitedOut()
                || !now.isBefore(found.freeAt())
                || isReservedFor(ballot.candidate().instance(), found.sighting());
    }

    private static boolean isGivenUpTo(Ballot ballot, Sighting found) {
        return found instanceof Sighting.Released released
                && released.lastToken() == ballot.condition().highestToken()
                && (released.reservation() == null
                        || isReservedFor(ballot.candidate().instance(), released));
    }

    private static boolean isReservedFor(String instance, Sighting found) {
        Reservation reservation = found instanceof Sighting.Released released ? released.reservation() : null;
        return reservation != null && reservation.instance().equals(instance);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        requireOpen();
        deadline.requireLeft();
        return renewed(extension);
    }

    /** Renews each in turn: nothing here is ever contested for longer than it takes to look. */
    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        requireOpen();
        deadline.requireLeft();
        return extensions.stream()
                .map(extension -> Optional.of(renewed(extension)))
                .toList();
    }

    @Override
    public RoundAnswer round(Round round, Deadline deadline) {
        requireOpen();
        deadline.requireLeft();
        Map<String, Sighting> sightings = new HashMap<>();
        round.looks().forEach(election -> sightings.put(election, inspect(election, deadline)));
        return new RoundAnswer(
                renewAll(round.renewals(), deadline),
                round.claims().stream()
                        .map(ballot -> Optional.of(claim(ballot, deadline)))
                        .toList(),
                roster().attend(round.entries(), deadline),
                requests().pending(round.requests(), deadline),
                sightings);
    }

    private Renewal renewed(RenewalRequest extension) {
        Lease next = extension.next();
        Instant now = Instant.ofEpochMilli(clock.wallMillis());
        Change change = change(
                next.election(),
                found -> found.sighting() instanceof Sighting.Held held
                        && held.lease().isSameWrite(extension.held())
                        && now.isBefore(found.freeAt()),
                found -> MemoryRecord.held(next, now.plus(next.ttl())));
        return change.made() && change.entry().sighting() instanceof Sighting.Held held
                ? new Renewal.Renewed(held.lease())
                : new Renewal.Refused(show(change.entry(), now));
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        requireOpen();
        deadline.requireLeft();
        Instant now = Instant.ofEpochMilli(clock.wallMillis());
        Reservation reservation = to.reservation();
        Instant freeAt = reservation == null ? now : now.plus(reservation.length());
        change(
                lease.election(),
                found -> found.sighting() instanceof Sighting.Held held
                        && held.lease().isSameTerm(lease),
                found -> MemoryRecord.released(Sighting.Released.of(lease, reservation), freeAt));
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        requireOpen();
        deadline.requireLeft();
        return show(snapshot(election), Instant.ofEpochMilli(clock.wallMillis()));
    }

    @Override
    void requireOpen() {
        if (closed) {
            throw StoreException.closed(name());
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }

    private static Sighting show(MemoryRecord entry, Instant now) {
        if (!(entry.sighting() instanceof Sighting.Held held)) {
            return entry.sighting();
        }
        Duration left = Duration.between(now, entry.freeAt());
        return new Sighting.Held(held.lease(), new RemainingTime(now, left.isNegative() ? Duration.ZERO : left));
    }
}
