package dev.tenure.store.kafka.log;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question that many ask at once, and the server is asked once for all of them. Each gets the answer to a request that
 * was sent after it asked. Thread-safe.
 */
final class SharedRequest<T> {
    /** A request that takes longer than this may never be answered: the next is not kept waiting for it. */
    private static final Duration LONG = Duration.ofMillis(100);

    private final Supplier<CompletionStage<T>> request;
    private final TimeSource time = TimeSource.system();
    private @Nullable CompletableFuture<T> underWay;
    private @Nullable CompletableFuture<T> next;
    private long sentNanos;

    SharedRequest(Supplier<CompletionStage<T>> request) {
        this.request = request;
    }

    synchronized CompletableFuture<T> ask() {
        if (underWay == null || time.nanos() - sentNanos > LONG.toNanos()) {
            return send(new CompletableFuture<>());
        }
        next = next == null ? new CompletableFuture<>() : next;
        return next;
    }

    private CompletableFuture<T> send(CompletableFuture<T> answer) {
        underWay = answer;
        sentNanos = time.nanos();
        request.get().whenComplete((found, failed) -> {
            answered(answer);
            if (failed == null) {
                answer.complete(found);
            } else {
                answer.completeExceptionally(failed);
            }
        });
        return answer;
    }

    private synchronized void answered(CompletableFuture<T> answer) {
        if (underWay != answer) {
            return;
        }
        underWay = null;
        CompletableFuture<T> waiting = next;
        next = null;
        if (waiting != null) {
            try {
                send(waiting);
            } catch (RuntimeException failed) {
                waiting.completeExceptionally(failed);
            }
        }
    }
}
