package dev.tenure.internal;

import dev.tenure.Term;
import dev.tenure.Work;
import java.time.Duration;

/**
 * A task that is done again and again while its candidate leads.
 *
 * @param pause how long to wait between two runs
 * @param task what to do each time
 */
record RepeatingTask(Duration pause, Work task) implements Work {
    @Override
    public void during(Term term) throws Exception {
        while (term.isCurrent() && !term.isEnding()) {
            task.during(term);
            term.progress();
            if (!term.pause(pause)) {
                return;
            }
        }
    }
}
