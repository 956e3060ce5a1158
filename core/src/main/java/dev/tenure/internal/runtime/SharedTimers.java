package dev.tenure.internal.runtime;

import dev.tenure.internal.runtime.EventLoop.Timer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Timers of which those for the same moment share one below: thousands of leases are renewed at the same moment.
 * Thread-safe.
 */
final class SharedTimers {
    private final BiFunction<Long, Runnable, Timer> below;
    private final Map<Long, Moment> moments = new HashMap<>();

    /** Makes timers over those that the function starts, for a monotonic reading and a task. */
    SharedTimers(BiFunction<Long, Runnable, Timer> below) {
        this.below = below;
    }

    /** What is to be done at one moment. */
    private static final class Moment {
        private final List<Task> tasks = new ArrayList<>();
        private int open;
        private @Nullable Timer timer;
    }

    private static final class Task {
        private @Nullable Runnable task;

        Task(Runnable task) {
            this.task = task;
        }
    }

    Timer schedule(long atNanos, Runnable task) {
        Task own = new Task(task);
        synchronized (moments) {
            Moment moment = moments.get(atNanos);
            if (moment == null) {
                moment = new Moment();
                moments.put(atNanos, moment);
                Moment ringing = moment;
                moment.timer = below.apply(atNanos, () -> ring(atNanos, ringing));
            }
            moment.tasks.add(own);
            moment.open++;
            Moment joined = moment;
            return () -> cancel(atNanos, joined, own);
        }
    }

    private void cancel(long atNanos, Moment moment, Task own) {
        synchronized (moments) {
            if (own.task == null) {
                return;
            }
            own.task = null;
            moment.open--;
            if (moment.open == 0 && moments.remove(atNanos, moment) && moment.timer != null) {
                moment.timer.cancel();
            }
        }
    }

    /** A task may cancel others of the same moment, which then do not run; one that fails keeps none from running. */
    private void ring(long atNanos, Moment moment) {
        synchronized (moments) {
            moments.remove(atNanos, moment);
        }
        Throwable failed = null;
        for (int i = 0; i < moment.tasks.size(); i++) {
            try {
                take(moment.tasks.get(i)).run();
            } catch (RuntimeException | Error thrown) {
                failed = thrown;
            }
        }
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private Runnable take(Task own) {
        synchronized (moments) {
            Runnable task = own.task;
            own.task = null;
            return task == null ? () -> {} : task;
        }
    }
}
