package dev.tenure.internal.runtime;

import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lines a candidate has yet to write to the log, one after the other, away from the threads that log them.
 * Thread-safe.
 *
 * <p>A log that is stuck keeps them waiting. When there are too many, the next ones are dropped, and counted.
 */
final class LogQueue {
    static final int MOST = 10_000;

    private final SerialTasks turns;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();

    LogQueue(Executor aside) {
        this.turns = new SerialTasks(aside);
    }

    void add(Level level, Supplier<String> line, @Nullable Throwable error) {
        if (waiting.incrementAndGet() > MOST) {
            waiting.decrementAndGet();
            dropped.incrementAndGet();
            return;
        }
        turns.add(() -> {
            waiting.decrementAndGet();
            EngineLog.write(level, line, error);
            int lost = dropped.getAndSet(0);
            if (lost > 0) {
                EngineLog.write(Level.WARNING, () -> "the log was stuck, and " + lost + " lines are missing", null);
            }
        });
    }
}
