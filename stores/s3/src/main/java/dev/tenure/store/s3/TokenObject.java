package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the highest token of an election in a separate object, where s3lect does not drop it. Thread-safe.
 *
 * <p>A claim raises it after it read the record it judges, and before it writes that record. A candidate that replaces
 * the record later reads a number at least as high, and takes a higher one: tokens grow although two objects cannot be
 * written at once. Candidates that race for the same record may get the same number, but only one of them wins it.
 *
 * <p>Work of one claim is kept for the next: a claim on a slow store may take several calls.
 */
final class TokenObject {
    private static final int MOST_TRIES = 50;

    /** How long a token that was raised by a failed claim is used again, in microseconds. */
    private static final long MOST_REUSED_MICROS = 30_000_000;

    private final Bucket bucket;
    private final ObjectKeys keys;
    private final Map<String, Kept> known = new ConcurrentHashMap<>();
    private final Map<String, Raised> raised = new ConcurrentHashMap<>();

    /** The object that was last read or written here: its number, and its version. */
    private record Kept(long token, String version) {}

    /** A token that was raised for a claim on this version of the record. */
    private record Raised(String recordVersion, long token) {}

    TokenObject(Bucket bucket, ObjectKeys keys) {
        this.bucket = bucket;
        this.keys = keys;
    }

    /**
     * Returns the highest token that was ever kept, or empty if there is none. The highest possible token is shown one
     * lower: it is refused when it would be raised, with a message that names this object.
     */
    OptionalLong highest(String election, Deadline deadline) {
        Kept kept = read(election, deadline);
        return kept.version().equals(Bucket.ABSENT)
                ? OptionalLong.empty()
                : OptionalLong.of(Math.min(kept.token(), Lease.MAX_TOKEN - 1));
    }

    /**
     * Returns a token for a claim that replaces this version of the record: above all kept tokens, at least as high as
     * asked for, and kept from now on.
     *
     * <p>A token that was raised for the same version before is used again, since only one claim can replace that
     * version; but not for a missing record, since that may come back, and not for long, since a record may be rolled
     * back.
     *
     * @param above what the token must be above: the highest that the claimant knows of
     * @param atLeast the token that the claimant would take
     * @throws StoreException of kind MISCONFIGURED if no token is left above the one that is kept, else UNREACHABLE: no
     *     lease was touched
     */
    long raise(String election, String recordVersion, long above, long atLeast, Deadline deadline) {
        Raised before = raised.get(election);
        if (before != null
                && !recordVersion.equals(Bucket.ABSENT)
                && before.recordVersion().equals(recordVersion)
                && before.token() > above
                && atLeast - before.token() < MOST_REUSED_MICROS) {
            return before.token();
        }
        try {
            long token = raise(election, atLeast, deadline);
            raised.put(election, new Raised(recordVersion, token));
            return token;
        } catch (StoreException e) {
            throw ConcurrentWriteCheck.noEffect(e);
        }
    }

    /** Raises the known number without reading it again; if the object has another version by now, it is read. */
    private long raise(String election, long atLeast, Deadline deadline) {
        Kept guess = known.get(election);
        if (guess != null) {
            long token = next(election, guess, atLeast);
            if (write(election, token, guess, deadline)) {
                return token;
            }
        }
        long token = 0;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Kept kept = read(election, deadline);
            if (tries == 0) {
                token = next(election, kept, atLeast);
            }
            if (tries > 0 && kept.token() >= token) {
                return token; // a claim that began at the same time has raised it far enough
            }
            if (write(election, token, kept, deadline)) {
                return token;
            }
        }
        throw new StoreException(
                Kind.UNREACHABLE, "too many raise the token of " + election + " at once: try again later");
    }

    private long next(String election, Kept kept, long atLeast) {
        if (kept.token() >= Lease.MAX_TOKEN) {
            throw new StoreException(
                    Kind.MISCONFIGURED,
                    "the object " + keys.token(election) + " shows token " + kept.token() + " for the election '"
                            + election
                            + "', and no higher one is possible: it is damaged or forged, and nobody can lead."
                            + " Write into it the highest token that was really given, or the microseconds since 1970");
        }
        return Math.max(kept.token() + 1, atLeast);
    }

    private Kept read(String election, Deadline deadline) {
        Optional<StoredObject> found = bucket.get(keys.token(election), deadline);
        Kept kept = new Kept(
                found.map(TokenObject::number).orElse(0L),
                found.map(StoredObject::version).orElse(Bucket.ABSENT));
        known.put(election, kept);
        return kept;
    }

    /** Returns false if the object has another version, and must be read. */
    private boolean write(String election, long token, Kept before, Deadline deadline) {
        known.remove(election); // whatever comes of it
        byte[] text = ("{\"token\":" + token + "}").getBytes(StandardCharsets.UTF_8);
        Optional<String> version = bucket.put(keys.token(election), text, before.version(), deadline);
        version.ifPresent(now -> known.put(election, new Kept(token, now)));
        return version.isPresent();
    }

    private static long number(StoredObject object) {
        try {
            return FlatJson.parse(object.text()).tokenOrZero("token");
        } catch (UnreadableRecordException e) {
            return 0; // tokens still grow by the clock, and by what the claimant has seen
        }
    }
}
