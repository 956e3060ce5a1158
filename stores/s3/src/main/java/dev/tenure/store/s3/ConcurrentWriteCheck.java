package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks conditional writes by many writers at once: on some stores, conditions hold for one writer after the other,
 * and fail for several at the same time.
 */
final class ConcurrentWriteCheck {
    /** The number of concurrent writers. */
    static final int CONTESTANTS = 16;

    private final Bucket bucket;
    private final String key;
    private final int contestants;

    /** The version after the last round, or null if it must be read. Used by the running thread only. */
    private @Nullable String version;

    /**
     * The result of a check.
     *
     * @param contestants how many wrote at once
     * @param rounds how many rounds there were
     * @param mostWinners the most that were granted the same write: more than one is fatal
     */
    record Result(int contestants, int rounds, int mostWinners) {
        boolean isFair() {
            return mostWinners <= 1;
        }

        String words() {
            return "of " + contestants + " that wrote at once on the same condition " + mostWinners
                    + " were granted, in " + rounds + " rounds";
        }
    }

    ConcurrentWriteCheck(Bucket bucket, String key) {
        this(bucket, key, CONTESTANTS);
    }

    ConcurrentWriteCheck(Bucket bucket, String key, int contestants) {
        this.bucket = bucket;
        this.key = key;
        this.contestants = contestants;
    }

    /** Starts at this version, which saves a read. */
    void beginAt(String known) {
        version = known;
    }

    /** Runs this number of rounds, or fewer if one had several winners. Others may use the same object. */
    Result run(int rounds, Deadline deadline) {
        ExecutorService threads = Executors.newFixedThreadPool(contestants, task -> {
            Thread thread = new Thread(task, "tenure-s3-race");
            thread.setDaemon(true);
            return thread;
        });
        try {
            int most = 0;
            int round = 0;
            while (round < rounds && most <= 1) {
                most = Math.max(most, winners(threads, deadline));
                round++;
            }
            return new Result(contestants, round, most);
        } finally {
            threads.shutdownNow();
        }
    }

    private int winners(ExecutorService threads, Deadline deadline) {
        String from = current(deadline);
        version = null;
        CountDownLatch line = new CountDownLatch(contestants);
        List<Callable<Optional<String>>> writes = new ArrayList<>();
        for (int each = 0; each < contestants; each++) {
            writes.add(() -> {
                line.countDown();
                line.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                return write(from, deadline);
            });
        }
        try {
            List<String> granted = new ArrayList<>();
            for (Future<Optional<String>> outcome : threads.invokeAll(writes)) {
                outcome.get().ifPresent(granted::add);
            }
            version = granted.size() == 1 ? granted.get(0) : null;
            return granted.size();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, "interrupted while trying out s3://" + bucket.name(), e);
        } catch (ExecutionException e) {
            throw noEffect(e.getCause() == null ? e : e.getCause());
        }
    }

    /** Returns the current version of the object: from the last round if known, otherwise by a read. */
    String current(Deadline deadline) {
        String known = version;
        return known != null
                ? known
                : bucket.get(key, deadline).map(StoredObject::version).orElse(Bucket.ABSENT);
    }

    private Optional<String> write(String from, Deadline deadline) {
        String content = "{\"write\":\"" + UUID.randomUUID() + "\"}";
        return bucket.put(key, content.getBytes(StandardCharsets.UTF_8), from, deadline);
    }

    /** Returns the failure as one without effect: no lease was written. */
    static StoreException noEffect(Throwable cause) {
        if (cause instanceof StoreException failed) {
            Kind kind = failed.kind() == Kind.OUTCOME_UNKNOWN ? Kind.UNREACHABLE : failed.kind();
            return new StoreException(kind, String.valueOf(failed.getMessage()), failed);
        }
        return new StoreException(Kind.UNREACHABLE, "trying out the store failed: " + cause, cause);
    }
}
