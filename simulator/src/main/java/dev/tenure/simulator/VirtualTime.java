package dev.tenure.simulator;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * The true time of a run, which no candidate can see, and everything that is yet to happen in it.
 *
 * <p>Events happen in order of time, those of one instant in the order in which they were planned. Nothing takes time
 * but waiting.
 */
final class VirtualTime {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private Runnable aroundEvents = () -> {};
    private long now;
    private long planned;
    private long happened;
    private int atOnce;

    /** Something that is to happen. */
    static final class Event implements Comparable<Event> {
        private final long atNanos;
        private final long place;
        private final Runnable task;
        private boolean cancelled;

        private Event(long atNanos, long place, Runnable task) {
            this.atNanos = atNanos;
            this.place = place;
            this.task = task;
        }

        void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(place, other.place);
        }
    }

    /** Runs the check right before and right after every event, at its very instant. */
    void aroundEvents(Runnable check) {
        aroundEvents = check;
    }

    long now() {
        return now;
    }

    /**
     * Returns how many events have happened at this very instant: so many that time stands still, if all is not well.
     */
    int atOnce() {
        return atOnce;
    }

    /** Returns how many events have happened. */
    long happened() {
        return happened;
    }

    /** Plans an event at the given time, or now if that has passed. */
    Event at(long atNanos, Runnable task) {
        Event event = new Event(Math.max(now, atNanos), planned++, task);
        events.add(event);
        return event;
    }

    /** Plans an event after the given delay. */
    Event after(long delayNanos, Runnable task) {
        return at(now + delayNanos, task);
    }

    /** Lets time pass until the condition holds after some event. Returns false if it did not by the given time. */
    boolean runUntil(long untilNanos, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.atNanos > untilNanos) {
                now = Math.max(now, untilNanos);
                return false;
            }
            events.remove();
            if (!next.cancelled) {
                happen(next);
            }
        }
        return true;
    }

    private void happen(Event event) {
        atOnce = event.atNanos == now ? atOnce + 1 : 0;
        now = event.atNanos;
        happened++;
        aroundEvents.run();
        event.task.run();
        aroundEvents.run();
    }
}
