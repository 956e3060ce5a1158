package dev.tenure.simulator.time;

import java.util.ArrayList;
import java.util.List;

/**
 * All threads of one process. They stop together when the process is paused, and end together when it dies.
 *
 * <p>Tasks that become due during a pause run after it.
 */
public final class ProcessThreads {
    private final VirtualTime time;
    private List<Waiting> waiting = new ArrayList<>();
    private Runnable afterEach = () -> {};
    private boolean paused;
    private boolean gone;
    private long resumedNanos = -1;

    private record Waiting(Runnable task, boolean timer) {}

    public ProcessThreads(VirtualTime time) {
        this.time = time;
    }

    /** Runs a task now, after the pause, or never. */
    public void run(Runnable task) {
        run(task, false);
    }

    /** Runs the task of a timer now, after the pause, or never. */
    void runTimer(Runnable task) {
        run(task, true);
    }

    private void run(Runnable task, boolean timer) {
        if (paused) {
            waiting.add(new Waiting(task, timer));
        } else if (!gone) {
            task.run();
            afterEach.run();
        }
    }

    /** Runs this after every task. */
    public void afterEach(Runnable task) {
        afterEach = task;
    }

    public boolean arePaused() {
        return paused;
    }

    /** Tells whether they are paused, or were since the given true time. */
    public boolean havePausedSince(long nanos) {
        return paused || resumedNanos >= nanos;
    }

    public boolean areGone() {
        return gone;
    }

    public void pause() {
        paused = true;
    }

    /**
     * Ends the pause.
     *
     * @param timersFirst whether timers run before answers; real processes do either, depending on which thread is
     *     scheduled first
     */
    public void resume(boolean timersFirst) {
        paused = false;
        resumedNanos = time.now();
        List<Waiting> due = waiting;
        waiting = new ArrayList<>();
        if (timersFirst) {
            due.stream().filter(Waiting::timer).forEach(this::schedule);
            due.stream().filter(task -> !task.timer()).forEach(this::schedule);
        } else {
            due.forEach(this::schedule);
        }
    }

    private void schedule(Waiting task) {
        time.after(0, () -> run(task.task(), task.timer()));
    }

    /** Ends the process: none of its tasks runs again. */
    public void end() {
        gone = true;
        paused = false;
        waiting.clear();
    }
}
