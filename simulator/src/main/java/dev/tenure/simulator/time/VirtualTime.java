package dev.tenure.simulator.time;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * The true time of a run, and the queue of its future events. Candidates cannot read it; they have their own clocks.
 *
 * <p>Events run in order of time, and events of one instant in the order in which they were scheduled. Code takes no
 * time to run.
 */
public final class VirtualTime {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private Runnable aroundEvents = () -> {};
    private long now;
    private long scheduled;
    private int eventsAtThisInstant;

    /** A scheduled event. */
    public static final class Event implements Comparable<Event> {
        private final long atNanos;
        private final long order;
        private final Runnable task;
        private boolean cancelled;

        private Event(long atNanos, long order, Runnable task) {
            this.atNanos = atNanos;
            this.order = order;
            this.task = task;
        }

        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** Runs the check before and after every event, at the instant of the event. */
    public void aroundEvents(Runnable check) {
        aroundEvents = check;
    }

    public long now() {
        return now;
    }

    /** Returns how many events have run at this instant. A very large number means that time no longer advances. */
    public int eventsAtThisInstant() {
        return eventsAtThisInstant;
    }

    /** Schedules an event at the given time, or now if that has passed. */
    Event at(long atNanos, Runnable task) {
        Event event = new Event(Math.max(now, atNanos), scheduled++, task);
        events.add(event);
        return event;
    }

    /** Schedules an event after the given delay. */
    public Event after(long delayNanos, Runnable task) {
        return at(now + delayNanos, task);
    }

    /** Runs events until the condition holds. Returns false if it did not hold by the given time. */
    public boolean runUntil(long untilNanos, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.atNanos > untilNanos) {
                now = Math.max(now, untilNanos);
                return false;
            }
            events.remove();
            if (!next.cancelled) {
                run(next);
            }
        }
        return true;
    }

    private void run(Event event) {
        eventsAtThisInstant = event.atNanos == now ? eventsAtThisInstant + 1 : 0;
        now = event.atNanos;
        aroundEvents.run();
        event.task.run();
        aroundEvents.run();
    }
}
