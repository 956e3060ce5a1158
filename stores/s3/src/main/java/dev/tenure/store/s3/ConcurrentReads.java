package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Reads many objects, a few at a time. */
final class ConcurrentReads {
    private static final int MOST_AT_ONCE = 8;

    private ConcurrentReads() {}

    /** Returns what the read finds for each key; the calling thread alone reads a single one. */
    static Map<String, String> of(Collection<String> keys, Function<String, Optional<String>> read) {
        Map<String, String> found = new HashMap<>();
        if (keys.size() <= 1) {
            keys.forEach(key -> read.apply(key).ifPresent(text -> found.put(key, text)));
            return found;
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(keys.size(), MOST_AT_ONCE), task -> {
            Thread thread = new Thread(task, "tenure-s3-read");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Map<String, Future<Optional<String>>> reads = new LinkedHashMap<>();
            keys.forEach(key -> reads.put(key, threads.submit(() -> read.apply(key))));
            for (Map.Entry<String, Future<Optional<String>>> each : reads.entrySet()) {
                each.getValue().get().ifPresent(text -> found.put(each.getKey(), text));
            }
            return found;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, "interrupted while reading objects", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException failed) {
                throw failed;
            }
            throw new IllegalStateException("reading objects failed", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
