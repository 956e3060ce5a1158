package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sends the renewals of a candidate: those that fall due together in one call, on a store that can. On the loop.
 *
 * <p>A batch that fails for another reason than an unreachable store, or takes longer than half the time its members
 * have, is split in two and tried again; members that were skipped go alone. So one bad lease never costs the others
 * theirs.
 */
public final class RenewalBatches {
    private static final int MOST = 5_000;

    private final LeaseStore store;
    private final EventLoop loop;
    private final boolean batches;
    private final Capacity capacity;
    private List<Item> due = new ArrayList<>();

    /** A renewal to be sent, by when it must be answered, and what then takes its outcome. */
    private record Item(
            RenewalRequest extension,
            long deadlineNanos,
            Consumer<Renewal> answered,
            Consumer<StoreException> failed) {}

    /** Makes the renewals of one candidate; {@code parallelCalls} is how many can be under way at once. */
    public RenewalBatches(LeaseStore store, EventLoop loop, int parallelCalls) {
        this.store = store;
        this.loop = loop;
        this.batches = store.capabilities().contains(Capability.BATCH);
        this.capacity = new Capacity(parallelCalls, batches ? MOST : 1);
    }

    /** Returns the store that is called. */
    LeaseStore store() {
        return store;
    }

    /** Returns how many leases can be kept at the latency measured here. */
    public Capacity capacity() {
        return capacity;
    }

    /** Sends a renewal, together with those that fall due at the same time if the store can. */
    void renew(Effect.Renew renew, Consumer<Renewal> answered, Consumer<StoreException> failed) {
        Item item = new Item(renew.extension(), renew.deadlineNanos(), answered, failed);
        if (!batches) {
            alone(item);
            return;
        }
        if (due.isEmpty()) {
            loop.execute(this::flush);
        }
        due.add(item);
    }

    private void flush() {
        List<Item> all = due;
        due = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST) {
            send(all.subList(from, Math.min(all.size(), from + MOST)));
        }
    }

    private void send(List<Item> items) {
        if (items.size() == 1) {
            alone(items.get(0));
            return;
        }
        long now = loop.time().nanos();
        long left = items.stream()
                .mapToLong(item -> item.deadlineNanos() - now)
                .min()
                .orElse(0);
        long at = now + Math.max(left / 2, 1);
        Deadline deadline = new Deadline(loop.time(), at);
        List<RenewalRequest> extensions = items.stream().map(Item::extension).toList();
        EventLoop.StoreCall<List<Optional<Renewal>>> call =
                new EventLoop.StoreCall<>(EventLoop.Urgency.RENEWAL, at, () -> store.renewAll(extensions, deadline));
        loop.offload(call, renewals -> answered(items, renewals, now), failure -> failed(items, failure));
    }

    private void alone(Item item) {
        long now = loop.time().nanos();
        Deadline deadline = new Deadline(loop.time(), item.deadlineNanos());
        EventLoop.StoreCall<Renewal> call = new EventLoop.StoreCall<>(
                EventLoop.Urgency.RENEWAL, item.deadlineNanos(), () -> store.renew(item.extension(), deadline));
        loop.offload(
                call,
                renewal -> {
                    measured(now);
                    item.answered().accept(renewal);
                },
                item.failed());
    }

    /** What failed says nothing about how long a renewal takes. */
    private void measured(long sentNanos) {
        capacity.measured(loop.time().nanos() - sentNanos);
    }

    /** Takes in one outcome each, in order, or none for one that was skipped. */
    private void answered(List<Item> items, List<Optional<Renewal>> renewals, long sentNanos) {
        measured(sentNanos);
        if (renewals.size() != items.size()) {
            split(items);
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            Optional<Renewal> renewal = renewals.get(i);
            if (renewal.isPresent()) {
                items.get(i).answered().accept(renewal.get());
            } else {
                alone(items.get(i));
            }
        }
    }

    private void failed(List<Item> items, StoreException failure) {
        if (failure.kind() == StoreException.Kind.UNREACHABLE) {
            items.forEach(item -> item.failed().accept(failure));
        } else {
            split(items);
        }
    }

    private void split(List<Item> items) {
        send(items.subList(0, items.size() / 2));
        send(items.subList(items.size() / 2, items.size()));
    }
}
