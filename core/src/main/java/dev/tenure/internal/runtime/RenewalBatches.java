package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the renewals of a candidate: those that fall due together in one call, on a store that can. On the loop.
 *
 * <p>A call carries no more than it can be expected to renew in a quarter of the time its members have, and is given up
 * after half of it. A batch that fails for another reason than an unreachable store is then split in two and tried
 * again; members that were skipped go alone. So one bad lease never costs the others theirs.
 *
 * <p>A few calls are under way at once, and one thread is left to other calls. What has been needed for longest goes
 * first, for its trust ends first, and what was not sent yet goes before what was.
 */
public final class RenewalBatches {
    private static final int MOST = 5_000;

    private final LeaseStore store;
    private final EventLoop loop;
    private final Capacity capacity;
    private final ClaimLimit claimLimit;
    private final int mostUnderWay;
    private final Queue<RenewalItem> waiting = new PriorityQueue<>(RenewalItem::byNeed);
    private final Deque<List<RenewalItem>> again = new ArrayDeque<>();
    private final Map<String, Long> neededSince = new LastNeeds();
    private int underWay;
    private boolean planned;
    private EventLoop.@Nullable Timer alarm;
    private long alarmNanos;

    /** Since when leases have been needed to be renewed whose last renewal failed; those of the latest failures. */
    private static final class LastNeeds extends LinkedHashMap<String, Long> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    }

    /** Makes the renewals of one candidate; {@code callThreads} is how many calls can be under way at once. */
    public RenewalBatches(LeaseStore store, EventLoop loop, int callThreads) {
        this.store = store;
        this.loop = loop;
        this.mostUnderWay = Math.max(1, callThreads - 1);
        boolean batches = store.capabilities().contains(Capability.BATCH);
        this.capacity = new Capacity(mostUnderWay, batches ? MOST : 1);
        this.claimLimit = new ClaimLimit(capacity);
    }

    /** Returns the store that is called. */
    LeaseStore store() {
        return store;
    }

    /** Returns how many leases can be kept at the latency measured here. */
    public Capacity capacity() {
        return capacity;
    }

    /** Returns what keeps the candidate from claiming more. */
    ClaimLimit claimLimit() {
        return claimLimit;
    }

    /** Sends a renewal, together with those that fall due at the same time if the store can. */
    void renew(Effect.Renew renew, Consumer<Renewal> answered, Consumer<StoreException> failed) {
        long now = loop.time().nanos();
        String election = renew.extension().held().election();
        Long before = neededSince.remove(election);
        long needed = before == null ? now : before;
        Consumer<StoreException> remembering = failure -> {
            neededSince.put(election, needed);
            failed.accept(failure);
        };
        waiting.add(
                new RenewalItem(renew.extension(), needed, now, renew.deadlineNanos(), answered, remembering, null));
        if (alarm != null && renew.deadlineNanos() - alarmNanos < 0) {
            alarm.cancel();
            alarm = null;
        }
        plan();
    }

    /** Goes on when everything is known that happens now: renewals fall due together. */
    private void plan() {
        if (!planned) {
            planned = true;
            loop.execute(() -> {
                planned = false;
                proceed();
            });
        }
    }

    private void proceed() {
        List<RenewalItem> late = new ArrayList<>();
        while (underWay < mostUnderWay) {
            List<RenewalItem> next = next(late);
            if (next.isEmpty()) {
                break;
            }
            send(next);
        }
        takeOutLate(late);
        watchDeadlines();
        late.forEach(item -> item.fail(notSent()));
    }

    private List<RenewalItem> next(List<RenewalItem> late) {
        List<RenewalItem> next = new ArrayList<>();
        take(waiting, next, late);
        while (next.isEmpty() && !again.isEmpty()) {
            Deque<RenewalItem> group = new ArrayDeque<>(again.poll());
            take(group, next, late);
            if (!group.isEmpty()) {
                again.addFirst(List.copyOf(group));
            }
        }
        return next;
    }

    private void take(Queue<RenewalItem> from, List<RenewalItem> next, List<RenewalItem> late) {
        long now = loop.time().nanos();
        long perLease = (long) capacity.nanosPerLease();
        int most = 1;
        while (next.size() < most && !from.isEmpty()) {
            RenewalItem item = from.remove();
            if (item.isTooLate(now, perLease)) {
                late.add(item);
                continue;
            }
            if (next.isEmpty()) {
                most = capacity.perCall(item.deadlineNanos() - now);
            }
            next.add(item);
        }
    }

    /** What nobody got to by its deadline must be told so then. */
    private void takeOutLate(List<RenewalItem> late) {
        long now = loop.time().nanos();
        waiting.stream().filter(item -> item.isTooLate(now, 0)).forEach(late::add);
        waiting.removeIf(item -> item.isTooLate(now, 0));
        for (int groups = again.size(); groups > 0; groups--) {
            List<RenewalItem> left = new ArrayList<>(again.remove());
            left.stream().filter(item -> item.isTooLate(now, 0)).forEach(late::add);
            left.removeIf(item -> item.isTooLate(now, 0));
            if (!left.isEmpty()) {
                again.add(left);
            }
        }
    }

    private void watchDeadlines() {
        if (alarm == null && !(waiting.isEmpty() && again.isEmpty())) {
            long now = loop.time().nanos();
            List<RenewalItem> all = new ArrayList<>(waiting);
            again.forEach(all::addAll);
            alarmNanos = now + timeOf(all, now);
            alarm = loop.schedule(alarmNanos, () -> {
                alarm = null;
                plan();
            });
        }
    }

    private static long timeOf(List<RenewalItem> items, long now) {
        return items.stream()
                .mapToLong(item -> item.deadlineNanos() - now)
                .min()
                .orElse(0);
    }

    private void send(List<RenewalItem> items) {
        underWay++;
        long now = loop.time().nanos();
        long left = timeOf(items, now);
        if (items.size() == 1) {
            alone(items.get(0), now + left);
            return;
        }
        long at = now + Math.max(left / 2, 1);
        Deadline deadline = new Deadline(loop.time(), at);
        List<RenewalRequest> extensions =
                items.stream().map(RenewalItem::extension).toList();
        offload(
                at,
                () -> measured(items.size(), () -> store.renewAll(extensions, deadline)),
                renewals -> answered(items, renewals),
                failure -> failed(items, failure, now));
    }

    private void alone(RenewalItem item, long at) {
        Deadline deadline = new Deadline(loop.time(), at);
        offload(at, () -> measured(1, () -> store.renew(item.extension(), deadline)), item.answered(), item::fail);
    }

    private <T> void offload(long at, Supplier<T> call, Consumer<T> answered, Consumer<StoreException> failed) {
        loop.offload(
                new EventLoop.StoreCall<>(EventLoop.Urgency.RENEWAL, at, call),
                answer -> {
                    ended();
                    answered.accept(answer);
                },
                failure -> {
                    ended();
                    failed.accept(failure);
                });
    }

    private void ended() {
        underWay--;
        if (!waiting.isEmpty() || !again.isEmpty()) {
            plan();
        }
    }

    /** On the thread of the call, so that a wait for it does not count. What failed says nothing. */
    private <T> T measured(int leases, Supplier<T> call) {
        long before = loop.time().nanos();
        T answer = call.get();
        capacity.measured(leases, loop.time().nanos() - before);
        return answer;
    }

    /** Takes the time of a call about one lease where all renewals are such calls. */
    <T> T measuredAlone(Supplier<T> call) {
        return capacity.batches() ? call.get() : measured(1, call);
    }

    /** Takes in one outcome each, in order, or none for one that was skipped. */
    private void answered(List<RenewalItem> items, List<Optional<Renewal>> renewals) {
        if (renewals.size() != items.size()) {
            split(items);
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            RenewalItem item = items.get(i);
            renewals.get(i).ifPresentOrElse(item.answered(), () -> sendAgain(List.of(item)));
        }
    }

    private void failed(List<RenewalItem> items, StoreException failure, long sentNanos) {
        if (failure.kind() == StoreException.Kind.UNREACHABLE) {
            items.forEach(item -> item.fail(failure));
            return;
        }
        long now = loop.time().nanos();
        long took = now - sentNanos;
        if (took >= timeOf(items, now) / 10 * 9) { // it was given all its time, half of what they had
            capacity.tooMany(items.size(), took);
        }
        boolean unknown = failure.kind() == StoreException.Kind.OUTCOME_UNKNOWN;
        split(unknown ? items.stream().map(item -> item.sentInVain(failure)).toList() : items);
    }

    private void split(List<RenewalItem> items) {
        sendAgain(items.subList(0, items.size() / 2));
        sendAgain(items.subList(items.size() / 2, items.size()));
    }

    private void sendAgain(List<RenewalItem> items) {
        again.add(items);
        plan();
    }

    private static StoreException notSent() {
        return new StoreException(
                StoreException.Kind.UNREACHABLE,
                "the renewal was not sent: the store takes too long for all that are due");
    }
}
