package dev.tenure.internal;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** A store in memory, without a clock. A test may hold its calls up, or make them throw. Thread-safe. */
final class TinyStore implements LeaseStore {
    final Map<String, Sighting> records = new ConcurrentHashMap<>();
    final Map<String, Runnable> watchers = new ConcurrentHashMap<>();
    final Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
    final TinyAbilities abilities = new TinyAbilities();
    volatile Roster roster = abilities;
    final List<Integer> batches = new CopyOnWriteArrayList<>();
    final Set<String> cannotClaim = ConcurrentHashMap.newKeySet();
    final Set<String> contested = ConcurrentHashMap.newKeySet();
    final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger version = new AtomicInteger();

    /** Called with the kind of call and the election before each call is carried out. */
    volatile BiConsumer<String, String> before = (call, election) -> {};

    /** Called when a watch begins. */
    volatile Runnable beforeWatch = () -> {};

    /** Whether the thread that closed the store was interrupted: a real store might then not close in good order. */
    volatile boolean closedUnderInterrupt;

    /** Whether closing a watch succeeds. */
    volatile boolean closesWatches = true;

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        before.accept("claim", ballot.election());
        if (cannotClaim.contains(ballot.candidate().instance())) {
            throw new StoreException(StoreException.Kind.MISCONFIGURED, "no permission to write");
        }
        synchronized (this) {
            Sighting found = show(ballot.election());
            if (!found.equals(ballot.grounds().replacing())) {
                return new Answer.Refused(found);
            }
            long micros = deadline.time().wallMillis() * 1000;
            return new Answer.Granted(write(ballot.grant(found, micros, "")));
        }
    }

    @Override
    public Renewal renew(Extension extension, Deadline deadline) {
        before.accept("renew", extension.next().election());
        synchronized (this) {
            Sighting found = show(extension.next().election());
            return found.equals(new Sighting.Held(extension.held(), null))
                    ? new Renewal.Renewed(write(extension.next()))
                    : new Renewal.Refused(found);
        }
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<Extension> extensions, Deadline deadline) {
        batches.add(extensions.size());
        before.accept("renewAll", "");
        return extensions.stream()
                .map(extension -> contested.contains(extension.next().election())
                        ? Optional.<Renewal>empty()
                        : Optional.of(renew(extension, deadline)))
                .toList();
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        before.accept("release", lease.election());
        synchronized (this) {
            if (show(lease.election()) instanceof Sighting.Held held
                    && held.lease().isSameTerm(lease)) {
                records.put(
                        lease.election(),
                        new Sighting.Released(lease.token(), lease.follows(), to.reservation(), nextVersion()));
            }
        }
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        before.accept("inspect", election);
        return show(election);
    }

    Sighting show(String election) {
        return records.getOrDefault(election, new Sighting.Never());
    }

    private Lease write(Lease lease) {
        Lease written = lease.withVersion(nextVersion());
        records.put(lease.election(), new Sighting.Held(written, null));
        return written;
    }

    private String nextVersion() {
        return "v" + version.incrementAndGet();
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        beforeWatch.run();
        watchers.put(election, wakeUp);
        return () -> {
            if (!closesWatches) {
                throw new IllegalStateException("the connection is gone");
            }
            watchers.remove(election);
        };
    }

    @Override
    public Roster roster() {
        before.accept("roster", "");
        return roster;
    }

    @Override
    public Requests requests() {
        return abilities;
    }

    @Override
    public String requires() {
        return "Client 8 or newer";
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public Timing timing() {
        return Timing.balanced();
    }

    @Override
    public void checkName(String election) {
        if (election.contains("/")) {
            throw new IllegalArgumentException("the tiny store cannot keep '" + election + "': use no slash");
        }
    }

    @Override
    public void close() {
        closedUnderInterrupt = Thread.currentThread().isInterrupted();
        closed.incrementAndGet();
    }
}
