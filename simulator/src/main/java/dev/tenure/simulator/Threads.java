package dev.tenure.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * All threads of one process: they stop together when it is paused, and are gone together when it dies.
 *
 * <p>What falls due during a pause happens when it ends.
 */
final class Threads {
    private final VirtualTime time;
    private List<Waiting> waiting = new ArrayList<>();
    private Runnable afterEach = () -> {};
    private boolean paused;
    private boolean gone;

    private record Waiting(Runnable task, boolean timer) {}

    Threads(VirtualTime time) {
        this.time = time;
    }

    /** Runs a task now, after the pause, or never. */
    void run(Runnable task) {
        run(task, false);
    }

    /** Runs what a timer started. */
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
    void afterEach(Runnable task) {
        afterEach = task;
    }

    boolean arePaused() {
        return paused;
    }

    boolean areGone() {
        return gone;
    }

    void pause() {
        paused = true;
    }

    /**
     * Ends the pause.
     *
     * @param timersFirst whether timers run before answers that came in: both happens, depending on which thread is
     *     scheduled first
     */
    void resume(boolean timersFirst) {
        paused = false;
        List<Waiting> due = waiting;
        waiting = new ArrayList<>();
        if (timersFirst) {
            due.stream().filter(Waiting::timer).forEach(this::plan);
            due.stream().filter(task -> !task.timer()).forEach(this::plan);
        } else {
            due.forEach(this::plan);
        }
    }

    private void plan(Waiting task) {
        time.after(0, () -> run(task.task(), task.timer()));
    }

    /** Ends the process: nothing of it ever runs again. */
    void end() {
        gone = true;
        paused = false;
        waiting.clear();
    }
}
