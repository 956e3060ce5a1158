package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What campaigns ask of the store and has yet to be sent, all of one kind: the most urgent first, and what was sent
 * before last, so that a store that is slow is not kept from everything else by what it has had already. On the loop.
 *
 * @param <Q> what is asked
 * @param <A> what is answered
 */
final class RoundQueue<Q, A> {
    private final PriorityQueue<RoundItem<Q, A>> waiting = new PriorityQueue<>(
            Comparator.comparing((RoundItem<Q, A> item) -> item.wasSentBefore())
                    .thenComparing((one, other) -> Long.signum(one.urgentNanos() - other.urgentNanos())));
    private final PriorityQueue<RoundItem<Q, A>> byDeadline =
            new PriorityQueue<>((one, other) -> Long.signum(one.deadlineNanos() - other.deadlineNanos()));
    private List<RoundItem<Q, A>> incoming = new ArrayList<>();
    private int size;
    private long waitingSinceNanos;

    void add(RoundItem<Q, A> item, long nowNanos) {
        item.beginsToWait(nowNanos);
        waitingSinceNanos = size == 0 ? nowNanos : waitingSinceNanos;
        incoming.add(item);
        size++;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Tells whether there was something in it for all of that time. */
    boolean hasWaitedFor(long nanos, long nowNanos) {
        return size > 0 && nowNanos - waitingSinceNanos >= nanos;
    }

    /** Takes what is sent next in one call, so much at most; what was sent before does not travel with what was not. */
    List<RoundItem<Q, A>> take(int most) {
        if (size == incoming.size() && size <= most && incoming.stream().allMatch(RoundItem::isOrdinary)) {
            return takeIncoming();
        }
        putInOrder();
        List<RoundItem<Q, A>> group = new ArrayList<>();
        int room = most;
        for (RoundItem<Q, A> next = first(waiting); next != null; next = first(waiting)) {
            room = Math.min(room, next.mostTogether());
            if (group.size() >= room || (!group.isEmpty() && group.get(0).wasSentBefore() != next.wasSentBefore())) {
                break;
            }
            waiting.remove();
            forget(next);
            group.add(next);
        }
        return group;
    }

    /** As a rule everything goes at once, and is not worth being put in order. */
    private List<RoundItem<Q, A>> takeIncoming() {
        List<RoundItem<Q, A>> all = incoming;
        incoming = new ArrayList<>();
        all.forEach(this::forget);
        return all;
    }

    private void putInOrder() {
        waiting.addAll(incoming);
        byDeadline.addAll(incoming);
        incoming.clear();
    }

    /** Gives up what could not be sent by its deadline. */
    void expire(long nowNanos) {
        for (RoundItem<Q, A> next = first(byDeadline); next != null; next = first(byDeadline)) {
            if (next.deadlineNanos() - nowNanos > 0) {
                return;
            }
            byDeadline.remove();
            forget(next);
            next.fail(next.wasSentBefore() ? notAnswered() : notSent());
        }
    }

    /** Returns when the next item is to be given up, or null if none waits. */
    @Nullable Long expiresNanos() {
        putInOrder();
        RoundItem<Q, A> next = first(byDeadline);
        return next == null ? null : (Long) next.deadlineNanos();
    }

    private void forget(RoundItem<Q, A> item) {
        item.ceasesToWait();
        size--;
    }

    /** Returns the first that still waits; those that left by the other order are dropped here. */
    private @Nullable RoundItem<Q, A> first(PriorityQueue<RoundItem<Q, A>> order) {
        while (!order.isEmpty() && !order.peek().isWaiting()) {
            order.remove();
        }
        return order.peek();
    }

    private static StoreException notSent() {
        return new StoreException(
                Kind.UNREACHABLE, "earlier calls took so long that this one could not be sent in time");
    }

    private static StoreException notAnswered() {
        return new StoreException(Kind.OUTCOME_UNKNOWN, "the store did not answer in time");
    }
}
