package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.UnreadableRecordException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to write to a store whose conditional writes cannot be relied on. Thread-safe.
 *
 * <p>The check runs once for each store, before its first lease. A note in an object there saves it on later starts,
 * which then cost one read. The note names the endpoint, so a bucket that was copied elsewhere is checked again.
 *
 * <p>The check runs on its own thread, since on a slow store it takes longer than any call may. A claim waits for the
 * result for a while; a later claim finds it.
 */
final class ConditionalWriteCheck implements AutoCloseable {
    static final String REMEDY = "two could lead at once: elect nobody on this store. An emulator, a proxy or a gateway"
            + " may ignore conditions when writes come at the same time; run 'tenure doctor' after a change";

    private static final Logger LOG = EscapingLogger.of("dev.tenure.store.s3");
    private static final int ROUNDS = 4;
    private static final Duration FIRST_LIMIT = Duration.ofSeconds(5);
    private static final Duration LONGEST_LIMIT = Duration.ofMinutes(1);

    private final Bucket bucket;
    private final String key;
    private final ConcurrentWriteCheck concurrentWrites;
    private @Nullable FutureTask<Verdict> underWay;
    private volatile @Nullable Verdict verdict;
    private volatile boolean closed;
    private volatile int fairRounds;

    /** The time limit of one round. A store that needs longer gets twice the time in the next attempt, or a claim's. */
    private Duration limit = FIRST_LIMIT;

    /** The result; the problem is empty if there is none. */
    private record Verdict(String problem) {
        static final Verdict FIT = new Verdict("");
    }

    ConditionalWriteCheck(Bucket bucket, String key) {
        this.bucket = bucket;
        this.key = key;
        this.concurrentWrites = new ConcurrentWriteCheck(bucket, key);
    }

    /**
     * Returns if the store is fit. If that is not known yet, waits for half of the remaining time; the other half is
     * for the write itself.
     *
     * @throws StoreException of kind MISCONFIGURED if it is not; whatever the kind, no lease was touched
     */
    void require(Deadline deadline) {
        Verdict known = verdict;
        if (known == null) {
            known = await(deadline);
        }
        if (!known.problem().isEmpty()) {
            throw new StoreException(
                    Kind.MISCONFIGURED, "s3://" + bucket.name() + ": " + known.problem() + ": " + REMEDY);
        }
    }

    private Verdict await(Deadline deadline) {
        Duration patience = deadline.remaining().dividedBy(2);
        try {
            return underWay(deadline.time(), patience).get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw StoreException.postponed(
                    "s3://" + bucket.name() + " is slow: its conditional writes are still being tried out, "
                            + fairRounds + " of " + ROUNDS
                            + " rounds so far. This goes on by itself; a later claim will succeed",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, "interrupted while s3://" + bucket.name() + " is tried out", e);
        } catch (ExecutionException e) {
            throw ConcurrentWriteCheck.noEffect(e.getCause() == null ? e : e.getCause());
        }
    }

    /** Starts at most one check: all elections of a process need the result at the same time. */
    private synchronized FutureTask<Verdict> underWay(TimeSource time, Duration patience) {
        FutureTask<Verdict> running = underWay;
        if (running == null) {
            limit = patience.compareTo(limit) > 0 ? patience : limit;
            running = new FutureTask<>(() -> find(time));
            Thread thread = new Thread(running, "tenure-s3-try-out");
            thread.setDaemon(true);
            thread.start(); // no thread could start; the next claim tries again
            underWay = running;
        }
        return running;
    }

    /** Continues where an earlier attempt failed, so that a check on a slow store ends. */
    private Verdict find(TimeSource time) {
        try {
            Verdict found = isNoted(time) ? Verdict.FIT : raced(time);
            verdict = found;
            return found;
        } catch (RuntimeException | Error e) {
            Duration twice = limit.multipliedBy(2);
            limit = twice.compareTo(LONGEST_LIMIT) < 0 ? twice : LONGEST_LIMIT;
            synchronized (this) {
                underWay = null; // the next claim tries again
            }
            throw e;
        }
    }

    private boolean isNoted(TimeSource time) {
        Optional<StoredObject> note = bucket.get(key, within(time));
        concurrentWrites.beginAt(note.map(StoredObject::version).orElse(Bucket.ABSENT));
        return note.isPresent() && fitEndpoint(note.get()).equals(bucket.endpoint());
    }

    private static String fitEndpoint(StoredObject note) {
        try {
            return FlatJson.read(note.text(), fields -> fields.text("fit"));
        } catch (UnreadableRecordException e) {
            return "";
        }
    }

    private Verdict raced(TimeSource time) {
        for (int round = fairRounds; round < ROUNDS; round++) {
            if (closed) {
                throw new StoreException(Kind.UNREACHABLE, "the store was closed while it was tried out");
            }
            ConcurrentWriteCheck.Result result = concurrentWrites.run(1, within(time));
            if (!result.isFair()) {
                return new Verdict(result.words());
            }
            fairRounds = round + 1;
        }
        verdict = Verdict.FIT; // a claim that comes now need not wait for the note
        note(within(time));
        return Verdict.FIT;
    }

    /**
     * Writes the note. If another process writes it at the same time, that is enough; without a note the next start
     * checks again.
     */
    private void note(Deadline deadline) {
        String content = "{\"fit\":\"" + bucket.endpoint() + "\"}";
        try {
            bucket.put(key, content.getBytes(StandardCharsets.UTF_8), concurrentWrites.current(deadline), deadline);
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "that s3://{0} is fit could not be noted: {1}", bucket.name(), e.getMessage());
        }
    }

    private Deadline within(TimeSource time) {
        return Deadline.after(time, limit);
    }

    /** Starts no further round. */
    @Override
    public void close() {
        closed = true;
    }
}
