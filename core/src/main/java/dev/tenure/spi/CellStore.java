package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Keeps leases in a {@link Cell}: the one adapter between the two tiers of stores. Thread-safe. */
public final class CellStore implements LeaseStore {
    /** Another renewal of ours may land between reading and releasing; more than a few cannot. */
    private static final int RELEASE_TRIES = 4;

    private final Cell cell;
    private final TimeSource time;
    private volatile boolean closed;

    private CellStore(Cell cell, TimeSource time) {
        this.cell = requireNonNull(cell, "cell");
        this.time = requireNonNull(time, "time");
    }

    /** Returns the store that keeps its leases in the given cell, and closes it when closed. */
    public static CellStore over(Cell cell) {
        return new CellStore(cell, TimeSource.system());
    }

    /** Returns the store that keeps its leases in the given cell, with tokens from the given wall clock. */
    public static CellStore over(Cell cell, TimeSource time) {
        return new CellStore(cell, time);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        requireOpen();
        Sighting replacing = ballot.condition().replacing();
        if (replacing == null
                || (replacing instanceof Sighting.Held && !ballot.condition().waitedOut())) {
            throw new IllegalArgumentException("the " + name()
                    + " store has no clock: a claim must name what it replaces, and have waited it out");
        }
        Lease asked = ballot.grant(replacing, time.wallMillis() * 1000, replacing.version());
        Lease lease = asked.renewed(cell.kept(asked.ttl()), asked.stamp());
        Optional<String> version = write(lease, replacing.version(), deadline);
        if (version.isPresent()) {
            return new Answer.Granted(lease.withVersion(version.get()));
        }
        Sighting found = cell.read(ballot.election(), deadline);
        // The very claim that was refused may be there: something on the way sent it twice, and the second was refused.
        return found instanceof Sighting.Held held && held.lease().isSameWrite(lease)
                ? new Answer.Granted(lease.withVersion(held.version()))
                : new Answer.Refused(found);
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        requireOpen();
        Lease asked = request.next();
        Lease next = asked.renewed(cell.kept(asked.ttl()), asked.stamp());
        Optional<String> version = write(next, request.held().version(), deadline);
        return version.isPresent()
                ? new Renewal.Renewed(next.withVersion(version.get()))
                : new Renewal.Refused(cell.read(next.election(), deadline));
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        requireOpen();
        String version = lease.version();
        for (int tries = 0; tries < RELEASE_TRIES; tries++) {
            Sighting mark = Sighting.Released.of(lease, to.reservation());
            if (cell.write(lease.election(), mark, version, deadline).isPresent()) {
                return;
            }
            if (!(cell.read(lease.election(), deadline) instanceof Sighting.Held held)
                    || !held.lease().isSameTerm(lease)) {
                return;
            }
            version = held.version();
        }
        throw new StoreException(
                StoreException.Kind.OUTCOME_UNKNOWN,
                "the record of " + lease.election() + " changed " + RELEASE_TRIES + " times while it was released");
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        requireOpen();
        return cell.read(election, deadline);
    }

    private Optional<String> write(Lease lease, String version, Deadline deadline) {
        return cell.write(lease.election(), new Sighting.Held(lease, null), version, deadline);
    }

    @Override
    public String name() {
        return cell.name();
    }

    @Override
    public String requires() {
        return cell.requires();
    }

    @Override
    public Set<Capability> capabilities() {
        return cell.capabilities();
    }

    @Override
    public Timing timing() {
        return cell.timing();
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return cell.takeoverDelay();
    }

    @Override
    public void checkTiming(Timing timing) {
        cell.checkTiming(timing);
    }

    @Override
    public void checkName(String election) {
        cell.checkName(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        requireOpen();
        return cell.watch(election, wakeUp);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        requireOpen();
        return cell.elections(deadline);
    }

    @Override
    public Roster roster() {
        requireOpen();
        return WhileOpen.roster(cell.roster(), this::requireOpen);
    }

    @Override
    public Requests requests() {
        requireOpen();
        return WhileOpen.requests(cell.requests(), this::requireOpen);
    }

    @Override
    public History history() {
        requireOpen();
        return WhileOpen.history(cell.history(), this::requireOpen);
    }

    @Override
    public Batons batons() {
        requireOpen();
        return WhileOpen.batons(cell.batons(), this::requireOpen);
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return cell.diagnose(timing, deadline);
    }

    @Override
    public boolean isClosed() {
        return closed || cell.isClosed();
    }

    private void requireOpen() {
        if (isClosed()) {
            throw StoreException.closed(name());
        }
    }

    @Override
    public void close() {
        closed = true;
        cell.close();
    }
}
