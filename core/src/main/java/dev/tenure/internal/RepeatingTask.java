package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Term;
import dev.tenure.Work;
import java.time.Duration;

/**
 * A task that is done again and again while its candidate leads.
 *
 * @param pause how long to wait between two runs
 * @param task what to do each time
 */
public record RepeatingTask(Duration pause, Work task) implements Work {
    /** Returns the task, unless it would run without a pause. */
    public static RepeatingTask every(Duration pause, Work task) {
        requireNonNull(pause, "pause");
        requireNonNull(task, "task");
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException(
                    "pause " + pause + " must be longer than zero: lead(work) runs a loop of your own");
        }
        return new RepeatingTask(pause, task);
    }

    @Override
    public void during(Term term) throws Exception {
        while (!term.isEnding()) {
            task.during(term);
            term.progress();
            if (!term.pause(pause)) {
                return;
            }
        }
    }
}
