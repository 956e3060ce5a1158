package dev.tenure.simulator.cluster;

import dev.tenure.simulator.scenario.CandidateKind;
import dev.tenure.simulator.time.SimClock;
import org.jspecify.annotations.Nullable;

/** A machine. Its clocks outlive the processes that run on it one after another. */
public final class Machine {
    private final int number;
    private final String name;
    private final CandidateKind kind;
    private final SimClock clock;
    private @Nullable CandidateProcess process;

    /** Creates a machine with a visible name that others may share. */
    Machine(int number, CandidateKind kind, String name, SimClock clock) {
        this.number = number;
        this.kind = kind;
        this.name = name;
        this.clock = clock;
    }

    public int number() {
        return number;
    }

    String name() {
        return name;
    }

    CandidateKind kind() {
        return kind;
    }

    public String label() {
        return "n" + number;
    }

    public SimClock clock() {
        return clock;
    }

    /** Returns the process that runs on this machine, or null. */
    public @Nullable CandidateProcess process() {
        return process != null && !process.isGone() ? process : null;
    }

    void start(CandidateProcess started) {
        process = started;
    }

    public boolean isAsleep() {
        return clock.isStopped();
    }

    /** Puts the machine to sleep. */
    public void sleep() {
        clock.stop();
        CandidateProcess running = process();
        if (running != null) {
            running.threads().pause();
        }
    }

    /** Wakes the machine: first its clocks, then its threads. */
    public void wake(boolean timersFirst) {
        clock.go();
        CandidateProcess running = process();
        if (running != null) {
            running.slept();
            running.resume(timersFirst);
        }
    }
}
