package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Remembers what it hears. Thread-safe. */
final class Heard implements ElectionListener {
    private final List<ElectionEvent> events = new ArrayList<>();

    @Override
    public synchronized void on(ElectionEvent event) {
        events.add(event);
        notifyAll();
    }

    synchronized List<ElectionEvent> all() {
        return List.copyOf(events);
    }

    synchronized <T extends ElectionEvent> List<T> all(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Waits until so many events of the type were heard, and returns the last of them. */
    synchronized <T extends ElectionEvent> T await(Class<T> type, int count) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(Wait.SECONDS);
        while (all(type).size() < count && System.nanoTime() - until < 0) {
            wait(100);
        }
        assertThat(all(type)).as("heard: %s", events).hasSizeGreaterThanOrEqualTo(count);
        return all(type).get(count - 1);
    }

    <T extends ElectionEvent> T await(Class<T> type) throws InterruptedException {
        return await(type, 1);
    }
}
