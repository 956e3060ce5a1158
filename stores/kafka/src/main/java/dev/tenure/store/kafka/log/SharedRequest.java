package dev.tenure.store.kafka.log;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question that many ask at once, and the server is asked once for all of them. Each gets the answer to a request
 * that was sent after it asked. Thread-safe.
 */
final class SharedRequest<T> {
    /** A request that takes longer than this may never be answered: the next is not kept waiting for it. */
    private static final Duration LONG = Duration.ofMillis(100);

    private final Supplier<CompletionStage<T>> request;
    private final TimeSource time;
    private @Nullable CompletableFuture<T> underWay;
    private @Nullable CompletableFuture<T> next;
    private long sentNanos;

    SharedRequest(Supplier<CompletionStage<T>> request, TimeSource time) {
        this.request = request;
        this.time = time;
    }

    synchronized CompletableFuture<T> ask() {
        CompletableFuture<T> answer = next == null ? new CompletableFuture<>() : next;
        if (underWay == null || time.nanos() - sentNanos > LONG.toNanos()) {
            next = null;
            send(answer); // for those, too, who wait for the one under way
        } else {
            next = answer;
        }
        return answer;
    }

    private void send(CompletableFuture<T> answer) {
        underWay = answer;
        sentNanos = time.nanos();
        CompletionStage<T> answering;
        try {
            answering = request.get();
        } catch (RuntimeException notSent) {
            underWay = null;
            answer.completeExceptionally(notSent);
            throw notSent;
        }
        answering.whenComplete((found, failed) -> {
            answered(answer);
            if (failed == null) {
                answer.complete(found);
            } else {
                answer.completeExceptionally(failed);
            }
        });
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
            } catch (RuntimeException notSent) {
                return; // those who wait were told
            }
        }
    }
}
