package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Subscription;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.TaskPool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Tells every listener of an election everything, in order, without ever waiting for one (R12).
 *
 * <p>Each listener has its own queue, emptied on a shared thread; a listener that hangs gets the pool to grow instead
 * of holding up the others. Barriers are listeners whose return from the end of a term is reported, so that a lease can
 * wait for it.
 */
public final class EventRelay {
    private final EventLoop loop;
    private final TaskPool pool;
    private final List<ListenerQueue> mailboxes = new CopyOnWriteArrayList<>();

    public EventRelay(EventLoop loop, TaskPool pool) {
        this.loop = loop;
        this.pool = pool;
    }

    /**
     * Tells everybody. Called on the loop, so that all listeners agree on the order.
     *
     * @param passed hears of the token of a term that has ended when all barriers have returned from hearing it
     */
    public void tell(ElectionEvent event, LongConsumer passed) {
        long endedToken = event instanceof ElectionEvent.Resigned resigned
                ? resigned.token()
                : event instanceof ElectionEvent.Lost lost ? lost.token() : 0;
        int barriers = endedToken == 0 ? 0 : barriers();
        AtomicInteger awaited = new AtomicInteger(barriers);
        Runnable heard = () -> {
            if (awaited.decrementAndGet() == 0) {
                passed.accept(endedToken);
            }
        };
        mailboxes.forEach(
                mailbox -> mailbox.put(event, mailbox.isBarrier() && barriers > 0 ? heard : ListenerQueue.NOTHING));
    }

    private int barriers() {
        return (int) mailboxes.stream().filter(ListenerQueue::isBarrier).count();
    }

    /** Adds a listener, which first hears how things stand when the loop comes to it. */
    public Subscription subscribe(ElectionListener listener, Supplier<ElectionEvent> present) {
        return add(new ListenerQueue(listener, loop, pool, false, this::tellOthers), present, count -> {});
    }

    /** Adds a barrier likewise; the number of barriers is told, on the loop, whenever it changes. */
    public Subscription subscribeBarrier(
            ElectionListener listener, Supplier<ElectionEvent> present, IntConsumer barriers) {
        return add(new ListenerQueue(listener, loop, pool, true, this::tellOthers), present, barriers);
    }

    private Subscription add(ListenerQueue mailbox, Supplier<ElectionEvent> present, IntConsumer barriers) {
        loop.execute(() -> {
            mailbox.put(present.get(), ListenerQueue.NOTHING);
            mailboxes.add(mailbox);
            barriers.accept(barriers());
        });
        return () -> {
            mailbox.close();
            loop.execute(() -> {
                mailboxes.remove(mailbox);
                barriers.accept(barriers());
            });
        };
    }

    private void tellOthers(ListenerQueue source, ElectionEvent trouble) {
        loop.execute(() -> mailboxes.stream()
                .filter(other -> other != source)
                .forEach(other -> other.put(trouble, ListenerQueue.NOTHING)));
    }
}
