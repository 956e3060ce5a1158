package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Releases leases that end at the same time with one request, as when a process stops. Thread-safe.
 *
 * <p>The first call waits a moment for others, and sends all together. Each release is still conditional on exactly the
 * records of its lease. Releases that a refusal names are sent alone, after a read.
 */
final class BatchRelease {
    /** Short compared with a request to AWS, and enough for the threads of a process that closes. */
    static final Duration MOMENT = Duration.ofMillis(10);

    private final Route53Cell cell;
    private final Zone zone;
    private final CellStore alone;
    private final Duration moment;
    private @Nullable Group open;

    BatchRelease(Route53Cell cell, Zone zone, CellStore alone, Duration moment) {
        this.cell = cell;
        this.zone = zone;
        this.alone = alone;
        this.moment = moment;
    }

    void release(Lease lease, Handover to, Deadline deadline) {
        Sighting mark = Sighting.Released.of(lease, to.reservation());
        RecordChange edit = cell.edit(lease.election(), mark, lease.version());
        boolean first = false;
        Group group;
        synchronized (this) {
            group = open;
            if (group == null || !group.join(edit, deadline)) {
                first = true;
                group = new Group(edit, deadline);
                open = group;
            }
        }
        if (first) {
            LockSupport.parkNanos(moment.toNanos());
            synchronized (this) {
                open = open == group ? null : open;
            }
            send(group);
        }
        if (group.leaves(edit, deadline)) {
            alone.release(lease, to, deadline);
        }
    }

    private void send(Group group) {
        try {
            group.settled.complete(leftBy(group));
        } catch (StoreException e) {
            if (e.kind() == Kind.MISCONFIGURED) {
                group.settled.complete(group.edits.keySet()); // perhaps only one of them is wrong
            } else {
                group.settled.completeExceptionally(e);
            }
        } catch (RuntimeException | Error e) {
            group.settled.completeExceptionally(e);
        }
    }

    /** Sends the group, and again without the releases that a refusal names. Returns those that are not released. */
    private Set<String> leftBy(Group group) {
        Set<String> all = group.edits.keySet();
        if (all.size() == 1) {
            return all;
        }
        List<RecordChange> rest = new ArrayList<>(group.edits.values());
        Optional<String> refused = change(rest, group.deadline);
        if (refused.isEmpty()) {
            return Set.of();
        }
        List<RecordChange> named =
                rest.stream().filter(edit -> edit.isNamedIn(refused.get())).toList();
        rest.removeAll(named);
        if (named.isEmpty() || rest.isEmpty() || change(rest, group.deadline).isPresent()) {
            return all;
        }
        return Set.copyOf(named.stream().map(RecordChange::lockName).toList());
    }

    private Optional<String> change(List<RecordChange> edits, Deadline deadline) {
        return zone.change("releasing " + edits.size() + " leases", edits, deadline);
    }

    /** Releases that are sent together, by the names of their locks. Guarded by the lock of the outer class. */
    private static final class Group {
        private final Map<String, RecordChange> edits = new LinkedHashMap<>();
        private final BatchCapacity room = new BatchCapacity();
        private Deadline deadline;

        /** The names of the locks that must be released alone. */
        private final CompletableFuture<Set<String>> settled = new CompletableFuture<>();

        Group(RecordChange first, Deadline deadline) {
            this.deadline = deadline;
            room.take(first);
            edits.put(first.lockName(), first);
        }

        /** Adds a release, unless that would leave the others much less time, or there is no room. */
        boolean join(RecordChange edit, Deadline until) {
            long has = until.remaining().toNanos();
            long left = deadline.remaining().toNanos();
            boolean joins = has >= left / 10 * 9 && !edits.containsKey(edit.lockName()) && room.take(edit);
            if (joins) {
                edits.put(edit.lockName(), edit);
                deadline = has < left ? until : deadline;
            }
            return joins;
        }

        /** Waits for the outcome of the group. Tells whether this release was left out. */
        boolean leaves(RecordChange edit, Deadline until) {
            try {
                return settled.get(until.remaining().toNanos(), TimeUnit.NANOSECONDS)
                        .contains(edit.lockName());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof StoreException failure) {
                    throw new StoreException(failure.kind(), String.valueOf(failure.getMessage()), failure);
                }
                throw unknown(edit, e);
            } catch (TimeoutException e) {
                throw unknown(edit, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw unknown(edit, e);
            }
        }

        private static StoreException unknown(RecordChange edit, Exception cause) {
            return new StoreException(
                    Kind.OUTCOME_UNKNOWN, "releasing " + edit.lockName() + " was not answered in time", cause);
        }
    }
}
