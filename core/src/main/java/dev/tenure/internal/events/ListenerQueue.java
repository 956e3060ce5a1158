package dev.tenure.internal.events;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Reason;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.TaskPool;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The events one listener has yet to hear. Thread-safe; delivers one at a time and contains what the listener does. */
final class ListenerQueue {
    private static final int WARN_AT = 10_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final Runnable NOTHING = () -> {};

    private final ElectionListener listener;
    private final EventLoop loop;
    private final TaskPool pool;
    private final boolean barrier;
    private final BiConsumer<ListenerQueue, ElectionEvent> onTrouble;
    private final Object lock = new Object(); // never held while the listener hears, or anything is logged
    private @Nullable Queue<Letter> letters;
    private TaskPool.@Nullable Task job;
    private boolean delivering;
    private boolean warned;
    private boolean closed;

    /** An event, and what to do when the listener has returned from it. */
    private record Letter(ElectionEvent event, Runnable heard) {}

    ListenerQueue(
            ElectionListener listener,
            EventLoop loop,
            TaskPool pool,
            boolean barrier,
            BiConsumer<ListenerQueue, ElectionEvent> onTrouble) {
        this.listener = listener;
        this.loop = loop;
        this.pool = pool;
        this.barrier = barrier;
        this.onTrouble = onTrouble;
    }

    boolean isBarrier() {
        return barrier;
    }

    /** Delivers the event after all others, and then says that it was heard; a listener that left counts as well. */
    void put(ElectionEvent event, Runnable heard) {
        synchronized (lock) {
            if (closed) {
                heard.run();
                return;
            }
            if (letters == null) {
                letters = new ArrayDeque<>();
            }
            letters.add(new Letter(event, heard));
            if (letters.size() >= WARN_AT && !warned) {
                warned = true;
                log(event, "listener " + listener.getClass().getName() + " is 10,000 events behind", null);
            }
            if (!delivering) {
                beginDelivering(event);
            }
        }
    }

    private void log(ElectionEvent event, String what, @Nullable Throwable error) {
        loop.log(Level.WARNING, () -> "election " + event.election() + ": " + what, error);
    }

    /** Without a thread to tell them on, events wait for the next one: the thread that tells them does not fail. */
    private void beginDelivering(ElectionEvent event) {
        try {
            job = pool.submit(EventLoop.Urgency.LOOK, this::deliverAll);
            delivering = true;
        } catch (RuntimeException | Error noThread) {
            log(event, "no thread to tell a listener on", noThread);
        }
    }

    void close() {
        synchronized (lock) {
            closed = true;
            if (letters != null) {
                letters.forEach(letter -> letter.heard().run());
                letters = null;
            }
        }
    }

    private @Nullable Letter next() {
        synchronized (lock) {
            Letter letter = letters == null ? null : letters.poll();
            letters = letter == null ? null : letters; // most are empty most of the time, and there may be many
            delivering = letter != null;
            job = delivering ? job : null;
            warned = warned && delivering;
            return letter;
        }
    }

    /** A listener that takes longer than a moment is presumed to hang: the others get another thread. */
    private void beginDelivery() {
        synchronized (lock) {
            if (job != null) {
                loop.schedule(loop.time().nanos() + PATIENCE_NANOS, job::overdue);
            }
        }
    }

    private void deliverAll() {
        beginDelivery();
        for (Letter letter = next(); letter != null; letter = next()) {
            try {
                listener.on(letter.event());
            } catch (Throwable thrown) {
                contain(letter.event(), thrown);
            } finally {
                letter.heard().run();
            }
        }
    }

    /** What was thrown is the listener's own, and so may be what it says of itself. */
    private void contain(ElectionEvent event, Throwable thrown) {
        try {
            report(event, thrown);
        } catch (Throwable unspeakable) {
            log(event, "a listener failed with " + thrown.getClass().getName(), null);
        }
    }

    /** Failing on a report of trouble is only logged, or two failing listeners would keep each other busy for ever. */
    private void report(ElectionEvent event, Throwable thrown) {
        log(event, "a listener failed on " + event, thrown);
        if (!(event instanceof ElectionEvent.Warning)) {
            onTrouble.accept(
                    this,
                    new ElectionEvent.Warning(
                            event.election(),
                            event.at(),
                            Reason.LISTENER_FAILED,
                            "a listener failed: " + thrown,
                            thrown));
        }
    }
}
