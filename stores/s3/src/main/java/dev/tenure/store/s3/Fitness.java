package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to write where conditional writes are not what they should be. Thread-safe.
 *
 * <p>Found out once for each store, before its first lease, and noted in an object there; so a later start costs one
 * read. The note names the endpoint: a bucket that was copied elsewhere is tried out anew.
 */
final class Fitness {
    static final String REMEDY = "two could lead at once: elect nobody on this store. An emulator, a proxy or a gateway"
            + " may ignore conditions when writes come at the same time; run 'tenure doctor' after a change";

    private static final int ROUNDS = 4;

    private final Bucket bucket;
    private final String key;
    private final ReentrantLock alone = new ReentrantLock();
    private volatile @Nullable Verdict verdict;
    private int fairRounds;

    /** What was found; the problem is empty if there is none. */
    private record Verdict(String problem) {
        static final Verdict FIT = new Verdict("");
    }

    Fitness(Bucket bucket, String key) {
        this.bucket = bucket;
        this.key = key;
    }

    /**
     * Goes on if the store is fit, and finds out first if that is not known.
     *
     * @throws StoreException of kind MISCONFIGURED if it is not; whatever the kind, no lease was touched
     */
    void require(Deadline deadline) {
        Verdict known = verdict;
        if (known == null) {
            known = findAlone(deadline);
        }
        if (!known.problem().isEmpty()) {
            throw new StoreException(
                    Kind.MISCONFIGURED, "s3://" + bucket.name() + ": " + known.problem() + ": " + REMEDY);
        }
    }

    /** All elections of a process want to know at the same time, and one race is enough. */
    private Verdict findAlone(Deadline deadline) {
        try {
            if (!alone.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(Kind.UNREACHABLE, "s3://" + bucket.name() + " is still being tried out");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, "interrupted while s3://" + bucket.name() + " is tried out", e);
        }
        try {
            Verdict known = verdict;
            if (known == null) {
                known = isNoted(deadline) ? Verdict.FIT : find(deadline);
                verdict = known;
            }
            return known;
        } finally {
            alone.unlock();
        }
    }

    private boolean isNoted(Deadline deadline) {
        Optional<Blob> note = bucket.get(key, deadline);
        return note.isPresent() && fitEndpoint(note.get()).equals(bucket.endpoint());
    }

    private static String fitEndpoint(Blob note) {
        Map<String, String> values = new HashMap<>();
        try {
            return Fields.read(note.text(), values, fields -> fields.text("fit"));
        } catch (Fields.GarbageException e) {
            return "";
        }
    }

    /** Goes on where an earlier call left off whose time was over: a slow store must not be tried out for ever. */
    private Verdict find(Deadline deadline) {
        try {
            Race race = new Race(bucket, key);
            while (fairRounds < ROUNDS) {
                Race.Result result = race.run(1, deadline);
                if (!result.isFair()) {
                    return new Verdict(result.words());
                }
                fairRounds++;
            }
            note(deadline);
            return Verdict.FIT;
        } catch (StoreException e) {
            throw Race.noEffect(e);
        }
    }

    /** If somebody else is at it just now, that one leaves the note. */
    private void note(Deadline deadline) {
        String content = "{\"fit\":\"" + bucket.endpoint() + "\"}";
        String version = bucket.get(key, deadline).map(Blob::version).orElse(Bucket.ABSENT);
        bucket.put(key, content.getBytes(StandardCharsets.UTF_8), version, deadline);
    }
}
