package dev.tenure.store.support;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches the answer to an expensive question for a second, and asks once at a time. Thread-safe.
 *
 * @param <T> the type of the answer
 */
public final class CachedAnswer<T> {
    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    private final Supplier<T> question;
    private final Executor executor;
    private final TimeSource time;
    private @Nullable CompletableFuture<T> latest;
    private volatile long answeredNanos;

    /** Caches the answer to a question, which the executor asks. */
    public CachedAnswer(Supplier<T> question, Executor executor, TimeSource time) {
        this.question = question;
        this.executor = executor;
        this.time = time;
    }

    /** Returns the answer, or empty if it fails or takes longer. */
    public Optional<T> answer(Duration within) {
        try {
            return Optional.of(ask().get(within.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException none) {
            return Optional.empty();
        } catch (InterruptedException overdue) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A question under way is not asked again, so that a hanging store is asked once. */
    private synchronized CompletableFuture<T> ask() {
        CompletableFuture<T> known = latest;
        if (known != null && (!known.isDone() || time.nanos() - answeredNanos < GOOD_FOR.toNanos())) {
            return known;
        }
        CompletableFuture<T> asked = new CompletableFuture<>();
        latest = asked;
        try {
            executor.execute(() -> run(asked));
        } catch (RejectedExecutionException busy) {
            answeredNanos = time.nanos();
            asked.completeExceptionally(busy);
        }
        return asked;
    }

    private void run(CompletableFuture<T> asked) {
        try {
            T answer = question.get();
            answeredNanos = time.nanos();
            asked.complete(answer);
        } catch (RuntimeException | Error failed) {
            answeredNanos = time.nanos();
            asked.completeExceptionally(failed);
        }
    }
}
