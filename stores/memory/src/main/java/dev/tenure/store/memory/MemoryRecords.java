package dev.tenure.store.memory;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WhileOpen;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The records of a store in memory, and the methods by which a test changes them behind the store's back. Thread-safe.
 *
 * <p>The records live as long as an object that shows them; those of {@code memory:NAME} live until the JVM ends. A
 * call whose deadline has passed is not carried out: it ends in {@link StoreException.Kind#UNREACHABLE}.
 */
public abstract sealed class MemoryRecords implements Backend permits MemoryCell, MemoryStore {
    private static final MemoryRecord NEVER = new MemoryRecord(new Sighting.Never(), Instant.MIN);

    private final Contents contents;
    private final Set<Capability> capabilities;

    /** What all store objects on the same records share. Guarded by itself where its parts are not thread-safe. */
    private static final class Contents {
        final Map<String, MemoryRecord> entries = new HashMap<>();
        final MemoryWatches watches = new MemoryWatches();
        final MemoryRoster roster = new MemoryRoster();
        final MemoryRequests requests = new MemoryRequests(watches::wake);
        final MemoryHistory history = new MemoryHistory();
        final MemoryBatons batons = new MemoryBatons();
    }

    /** Makes empty records with what every store in memory can do, and what this one can besides. */
    MemoryRecords(Set<Capability> besides) {
        EnumSet<Capability> all =
                EnumSet.of(Capability.ROSTER, Capability.REQUESTS, Capability.HISTORY, Capability.BATON);
        all.addAll(besides);
        this.capabilities = Collections.unmodifiableSet(all);
        this.contents = new Contents();
    }

    /** Shows the same records as another object. */
    MemoryRecords(MemoryRecords same) {
        this.capabilities = same.capabilities;
        this.contents = same.contents;
    }

    /** What a conditional write came to: whether it was made, and the entry that is there now. */
    record Change(boolean made, MemoryRecord entry) {}

    /** Returns the record as it is, to be restored later. */
    public final MemoryRecord snapshot(String election) {
        synchronized (contents) {
            return contents.entries.getOrDefault(election, NEVER);
        }
    }

    /** Puts a record back as it was, with the version it had: what a store does that lost its last writes. */
    public final void restore(String election, MemoryRecord snapshot) {
        change(election, found -> true, found -> snapshot);
    }

    /** Lets the record vanish without a trace. */
    public final void forget(String election) {
        restore(election, NEVER);
    }

    /** Makes the record unreadable, its token included. */
    public final void corrupt(String election) {
        change(election, found -> true, MemoryRecord::corrupted);
    }

    /** Writes an entry if the one that is there fulfils the condition, then wakes the watchers, on this very thread. */
    final Change change(
            String election, Predicate<MemoryRecord> condition, Function<MemoryRecord, MemoryRecord> replacement) {
        MemoryRecord next;
        synchronized (contents) {
            MemoryRecord found = snapshot(election);
            if (!condition.test(found)) {
                return new Change(false, found);
            }
            next = replacement.apply(found);
            if (next.sighting() instanceof Sighting.Never) {
                contents.entries.remove(election);
            } else {
                contents.entries.put(election, next);
            }
        }
        contents.watches.wake(election);
        return new Change(true, next);
    }

    @Override
    public final String name() {
        return "memory";
    }

    @Override
    public final Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public final Timing timing() {
        return Timing.local();
    }

    @Override
    public final void checkName(String election) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the name of an election must not be blank");
        }
    }

    /** Calls {@code wakeUp} after each change and each request, on the thread that made it. */
    @Override
    public final Watch watch(String election, Runnable wakeUp) {
        if (!capabilities.contains(Capability.WATCH)) {
            return Backend.super.watch(election, wakeUp);
        }
        requireOpen();
        return contents.watches.watch(election, wakeUp);
    }

    @Override
    public final Roster roster() {
        requireOpen();
        return WhileOpen.roster(contents.roster, this::requireOpen);
    }

    @Override
    public final Requests requests() {
        requireOpen();
        return WhileOpen.requests(contents.requests, this::requireOpen);
    }

    @Override
    public final dev.tenure.spi.History history() {
        requireOpen();
        return WhileOpen.history(contents.history, this::requireOpen);
    }

    @Override
    public final Batons batons() {
        requireOpen();
        return WhileOpen.batons(contents.batons, this::requireOpen);
    }

    /** Refuses a call after the end, on a store that can be closed. */
    void requireOpen() {}
}
