package dev.tenure.simulator;

import org.jspecify.annotations.Nullable;

/** A machine: its clocks outlive the processes that are started on it one after another. */
final class Machine {
    private final int number;
    private final String name;
    private final Part part;
    private final SimClock clock;
    private @Nullable Instance instance;

    /** Makes a machine with a visible name that others may share. */
    Machine(int number, Part part, String name, SimClock clock) {
        this.number = number;
        this.part = part;
        this.name = name;
        this.clock = clock;
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    Part part() {
        return part;
    }

    String label() {
        return "n" + number;
    }

    SimClock clock() {
        return clock;
    }

    /** Returns the process that runs here, or null. */
    @Nullable Instance instance() {
        return instance != null && !instance.isGone() ? instance : null;
    }

    void runs(Instance started) {
        instance = started;
    }

    boolean isAsleep() {
        return clock.isStopped();
    }

    /** Puts the whole machine to sleep. */
    void sleep() {
        clock.stop();
        Instance running = instance();
        if (running != null) {
            running.threads().pause();
        }
    }

    /** Wakes the machine: its clocks go on first, then its threads. */
    void wake(boolean timersFirst) {
        clock.go();
        Instance running = instance();
        if (running != null) {
            running.slept();
            running.resume(timersFirst);
        }
    }
}
