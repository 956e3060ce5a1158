package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.Input;
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

    /** A renewal to be sent, by when it must be answered, and who waits for that. */
    private record Item(RenewalRequest extension, long deadlineNanos, Consumer<Input> outcome) {}

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
    void renew(Effect.Renew renew, Consumer<Input> outcome) {
        Item item = new Item(renew.extension(), renew.deadlineNanos(), outcome);
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
        loop.offload(
                new EventLoop.StoreCall(
                        EventLoop.Urgency.RENEWAL,
                        at,
                        () -> new Input.RenewedAll(store.renewAll(extensions, deadline))),
                outcome -> {
                    measured(outcome, now);
                    answered(items, outcome);
                });
    }

    /** What failed says nothing about how long a renewal takes. */
    private void measured(Input outcome, long sentNanos) {
        if (!(outcome instanceof Input.Failed)) {
            capacity.measured(loop.time().nanos() - sentNanos);
        }
    }

    private void alone(Item item) {
        long now = loop.time().nanos();
        Deadline deadline = new Deadline(loop.time(), item.deadlineNanos());
        loop.offload(
                new EventLoop.StoreCall(
                        EventLoop.Urgency.RENEWAL,
                        item.deadlineNanos(),
                        () -> new Input.Renewed(store.renew(item.extension(), deadline))),
                outcome -> {
                    measured(outcome, now);
                    item.outcome().accept(outcome);
                });
    }

    private void answered(List<Item> items, Input outcome) {
        if (outcome instanceof Input.RenewedAll all && all.renewals().size() == items.size()) {
            for (int i = 0; i < items.size(); i++) {
                Optional<Renewal> renewal = all.renewals().get(i);
                if (renewal.isPresent()) {
                    items.get(i).outcome().accept(new Input.Renewed(renewal.get()));
                } else {
                    alone(items.get(i));
                }
            }
        } else if (outcome instanceof Input.Failed failed
                && failed.failure().kind() == StoreException.Kind.UNREACHABLE) {
            items.forEach(item -> item.outcome().accept(outcome));
        } else {
            send(items.subList(0, items.size() / 2));
            send(items.subList(items.size() / 2, items.size()));
        }
    }
}
