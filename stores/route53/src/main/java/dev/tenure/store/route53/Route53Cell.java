package dev.tenure.store.route53;

import dev.tenure.Timing;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.BaseBackend;
import dev.tenure.store.support.StoreDescription;
import dev.tenure.store.support.UnreadableRecordException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps each election in two records that are replaced together. Thread-safe, between processes too. */
final class Route53Cell extends BaseBackend implements Cell {
    private static final long SECOND = 1_000;
    private static final Duration TTL = Duration.ofSeconds(60);
    private static final StoreDescription DESCRIPTION = new StoreDescription(
            "route53",
            Route53StoreProvider.REQUIRES,
            Timing.of(TTL),
            Set.of(Capability.LISTING, Capability.BATCH, Capability.BATON));

    private final Zone zone;
    private final RecordNames names;
    private final ShardcoordinatorLocks foreignLocks;

    Route53Cell(Zone zone, RecordNames names, ShardcoordinatorLocks foreignLocks) {
        super(DESCRIPTION);
        this.zone = zone;
        this.names = names;
        this.foreignLocks = foreignLocks;
    }

    @Override
    public Sighting read(String election, Deadline deadline) {
        return sighting(election, zone.read(names.lock(election), names.side(election), deadline));
    }

    private Sighting sighting(String election, ElectionRecords seen) {
        String version = seen.version();
        Sighting said = SideValue.read(election, seen.side(), version);
        if (seen.lock() == null) {
            return said instanceof Sighting.Held
                    ? unreadable(names.lock(election), "it is gone, and its side record names no release", said)
                    : named(names.side(election), said);
        }
        LockValue lock;
        try {
            lock = LockValue.read(seen.lock());
        } catch (UnreadableRecordException e) {
            return named(
                    names.lock(election), new Sighting.Unreadable(e.problem(), said.lastToken(), version, ttl(said)));
        }
        return said instanceof Sighting.Held held
                        && LockValue.encoded(held.lease().holder()).equals(lock.owner())
                ? said
                : named(names.lock(election), foreignLocks.shown(election, lock, said, version));
    }

    private static Sighting unreadable(String record, String problem, Sighting said) {
        return new Sighting.Unreadable(
                "the record " + record + ": " + problem, said.lastToken(), said.version(), ttl(said));
    }

    /** Returns the ttl that a side record states: a lease whose lock is missing or damaged may go on for that long. */
    static Duration ttl(Sighting said) {
        return said instanceof Sighting.Held held
                ? held.lease().ttl()
                : said instanceof Sighting.Unreadable unreadable ? unreadable.ttl() : Duration.ZERO;
    }

    private static Sighting named(String record, Sighting sighting) {
        return sighting instanceof Sighting.Unreadable garbage
                ? unreadable(record, garbage.problem(), garbage)
                : sighting;
    }

    @Override
    public Optional<String> write(String election, Sighting entry, String version, Deadline deadline) {
        if (entry instanceof Sighting.Held && zone.clock().isDoubtful()) {
            // For the date of its answer, from which the end of the lease is computed.
            read(election, deadline);
        }
        RecordChange edit = edit(election, entry, version);
        return zone.change("writing " + edit.lockName(), List.of(edit), deadline)
                        .isEmpty()
                ? Optional.of(edit.after().version())
                : Optional.empty();
    }

    /** Returns the change that replaces the records of this version by an entry. */
    RecordChange edit(String election, Sighting entry, String version) {
        ElectionRecords before = ElectionRecords.of(version);
        TxtRecord lock = entry instanceof Sighting.Held held ? lock(held.lease(), before.lock()) : null;
        return new RecordChange(
                names.lock(election), names.side(election), before, new ElectionRecords(lock, SideValue.of(entry)));
    }

    /**
     * Returns the lock of a lease. Its end is the latest second at which the lease ends by Route53's clock, so that a
     * reader of the date never takes it for ended too early. For the same reason the end never goes back while the
     * owner stays the same.
     */
    private TxtRecord lock(Lease lease, @Nullable TxtRecord before) {
        long millis = zone.clock().atMostMillis() + lease.ttl().toMillis();
        long end = Math.floorDiv(millis + SECOND - 1, SECOND);
        return LockValue.of(lease.holder(), Math.max(end, statedEnd(lease, before)))
                .record();
    }

    private static long statedEnd(Lease lease, @Nullable TxtRecord before) {
        try {
            LockValue stated = before == null ? null : LockValue.read(before);
            return stated != null && stated.owner().equals(LockValue.encoded(lease.holder())) ? stated.end() : 0;
        } catch (UnreadableRecordException e) {
            return 0;
        }
    }

    @Override
    public Batons batons() {
        return new BatonRecords(zone, names);
    }

    @Override
    public void checkTiming(Timing timing) {
        zone.rateLimit().check(timing);
    }

    @Override
    public void checkName(String election) {
        names.checkName(election);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return zone.names(names, deadline).stream()
                .flatMap(name -> names.election(name).stream())
                .distinct()
                .toList();
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new Route53Diagnosis(zone, names).run(timing, deadline);
    }

    @Override
    protected void closeResources() {
        zone.close();
    }
}
