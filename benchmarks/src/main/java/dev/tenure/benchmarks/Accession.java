package dev.tenure.benchmarks;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Hears when a candidate comes to lead. */
final class Accession implements ElectionListener {
    private final CompletableFuture<Long> nanos = new CompletableFuture<>();

    @Override
    public void on(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired) {
            nanos.complete(System.nanoTime());
        }
    }

    /** Waits for it, and returns when it was. */
    long await(Duration limit) throws Exception {
        return nanos.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
