package dev.tenure.testkit;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A listener that keeps what it heard, for tests that wait for an event instead of sleeping. Thread-safe. */
public final class RecordingListener implements ElectionListener {
    private final List<ElectionEvent> events = new ArrayList<>();

    @Override
    public synchronized void on(ElectionEvent event) {
        events.add(event);
        notifyAll();
    }

    /** Returns everything heard so far, in order. */
    public synchronized List<ElectionEvent> all() {
        return List.copyOf(events);
    }

    /**
     * Waits for the first event of this kind, and returns it; at once if it was heard already.
     *
     * @throws AssertionError if none came in time
     */
    public synchronized <E extends ElectionEvent> E await(Class<E> kind, Duration limit) throws InterruptedException {
        TimeSource time = TimeSource.system();
        long end = time.nanos() + limit.toNanos();
        Optional<E> found = first(kind);
        while (found.isEmpty()) {
            long left = end - time.nanos();
            if (left <= 0) {
                throw new AssertionError("no " + kind.getSimpleName() + " within " + limit + "; heard " + events);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
            found = first(kind);
        }
        return found.get();
    }

    private <E extends ElectionEvent> Optional<E> first(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }
}
