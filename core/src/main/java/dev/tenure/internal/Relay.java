package dev.tenure.internal;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Tells every listener of an election everything, in order, without ever waiting for one (R12).
 *
 * <p>Each listener has a queue of its own, emptied on a shared thread; a listener that hangs gets the pool to grow
 * instead of holding up the others.
 */
final class Relay {
    private final EventLoop loop;
    private final ElasticPool pool;
    private final List<Mailbox> mailboxes = new CopyOnWriteArrayList<>();

    Relay(EventLoop loop, ElasticPool pool) {
        this.loop = loop;
        this.pool = pool;
    }

    /** Tells everybody. Called on the loop, so that all listeners agree on the order. */
    void tell(ElectionEvent event) {
        mailboxes.forEach(mailbox -> mailbox.put(event));
    }

    /** Adds a listener, which first hears how things stand when the loop comes to it. */
    Subscription subscribe(ElectionListener listener, Supplier<ElectionEvent> present) {
        Mailbox mailbox = new Mailbox(listener, loop, pool, this::tellOthers);
        loop.execute(() -> {
            mailbox.put(present.get());
            mailboxes.add(mailbox);
        });
        return () -> {
            mailbox.close();
            loop.execute(() -> mailboxes.remove(mailbox));
        };
    }

    private void tellOthers(Mailbox source, ElectionEvent trouble) {
        loop.execute(() -> mailboxes.stream().filter(other -> other != source).forEach(other -> other.put(trouble)));
    }
}
