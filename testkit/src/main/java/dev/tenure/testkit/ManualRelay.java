package dev.tenure.testkit;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Reason;
import dev.tenure.Subscription;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells the listeners of one {@link ManualElection}, in order, on the thread of whoever changed something: a test need
 * not wait to see what they made of it. Thread-safe.
 */
final class ManualRelay {
    private final List<Ear> ears = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> letters = new ConcurrentLinkedQueue<>();
    private final ReentrantLock delivering = new ReentrantLock();

    /** One subscription: whoever has left hears no more. */
    private final class Ear implements Subscription {
        private final ElectionListener listener;
        private volatile boolean closed;

        Ear(ElectionListener listener) {
            this.listener = listener;
        }

        @Override
        public void close() {
            closed = true;
            ears.remove(this);
        }
    }

    /** Adds a listener that first hears how things stand. Called under the election's lock, so that all agree. */
    Subscription add(ElectionListener listener, ElectionEvent present) {
        Ear ear = new Ear(listener);
        put(ear, present);
        ears.add(ear);
        return ear;
    }

    /** Has the event delivered to all who listen by now. Called under the election's lock. */
    void put(ElectionEvent event) {
        ears.forEach(ear -> put(ear, event));
    }

    private void put(Ear ear, ElectionEvent event) {
        letters.add(() -> deliver(ear, event));
    }

    /**
     * Delivers all that waits, or waits until another thread has. A listener that changes the election itself leaves
     * the rest to the call that tells it, so that events stay in order.
     */
    void deliverAll() {
        if (delivering.isHeldByCurrentThread()) {
            return;
        }
        delivering.lock();
        try {
            for (Runnable letter = letters.poll(); letter != null; letter = letters.poll()) {
                letter.run();
            }
        } finally {
            delivering.unlock();
        }
    }

    /** Failing on a report of trouble is dropped, or two failing listeners would keep each other busy for ever. */
    private void deliver(Ear ear, ElectionEvent event) {
        try {
            if (!ear.closed) {
                ear.listener.on(event);
            }
        } catch (Throwable thrown) {
            if (!(event instanceof ElectionEvent.Warning)) {
                ElectionEvent trouble = new ElectionEvent.Warning(
                        event.election(), event.at(), Reason.LISTENER_FAILED, "a listener failed: " + thrown, thrown);
                ears.stream().filter(other -> other != ear).forEach(other -> put(other, trouble));
            }
        }
    }
}
