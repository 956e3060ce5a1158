package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.spi.TimeSource;
import dev.tenure.testing.ManualLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs a candidate on the loop of a test double. Thread-safe. */
public final class ManualLoopRuntime implements CandidateRuntime, EventLoop {
    private final ManualLoop loop;
    private final PauseClock pauses = new Pauses();
    private volatile boolean closed;

    /** Makes a runtime on that loop, which it closes. */
    public ManualLoopRuntime(ManualLoop loop) {
        this.loop = loop;
    }

    private final class Pauses implements PauseClock {
        @Override
        public long nanos() {
            return loop.pauseNanos();
        }

        @Override
        public void pauses(long untilNanos) {
            loop.pauses(untilNanos);
        }

        @Override
        public void goesOn() {
            loop.goesOn();
        }
    }

    @Override
    public TimeSource time() {
        return loop.time();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Timer schedule(long atNanos, Runnable task) {
        return loop.schedule(atNanos, task)::run;
    }

    /** Makes the call on the loop: the store of a test double answers at once. */
    @Override
    public <T> void offload(StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed) {
        execute(() -> execute(outcome(call, answered, failed)));
    }

    private static <T> Runnable outcome(
            StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed) {
        try {
            T answer = call.call().get();
            return () -> answered.accept(answer);
        } catch (StoreException failure) {
            return () -> failed.accept(failure);
        } catch (RuntimeException unexpected) {
            StoreException failure = new StoreException(
                    StoreException.Kind.OUTCOME_UNKNOWN, "the store failed unexpectedly: " + unexpected, unexpected);
            return () -> failed.accept(failure);
        }
    }

    @Override
    public PauseClock pauseClock() {
        return pauses;
    }

    /** Writes nothing: a test hears of everything by events. */
    @Override
    public void log(System.Logger.Level level, Supplier<String> line, @Nullable Throwable error) {}

    @Override
    public EventLoop loop() {
        return this;
    }

    @Override
    public TaskPool listenerPool() {
        return (urgency, task) -> {
            loop.tell(task);
            return () -> {};
        };
    }

    @Override
    public ElasticPool readinessPool() {
        throw new UnsupportedOperationException("a manual candidate is not asked whether it could lead");
    }

    @Override
    public boolean answersWithin(Duration limit) {
        return !closed;
    }

    @Override
    public void awaitQuiet(BooleanSupplier condition, Duration limit) {
        loop.awaitQuiet(condition, limit);
    }

    @Override
    public void closeLoop() {
        loop.close();
        closed = true;
    }

    @Override
    public void close() {}
}
