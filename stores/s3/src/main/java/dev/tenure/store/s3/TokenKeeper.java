package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Keeps the highest token of an election in an object of its own, where s3lect does not drop it. Thread-safe.
 *
 * <p>A claim raises it after it has read the record it judges, and before it writes the record. So whoever replaces
 * that record later reads a number at least as high, and takes a higher one: tokens grow although two objects cannot be
 * written at once. Those who race for the same record may get the same number, for only one of them wins it.
 */
final class TokenKeeper {
    private static final int MOST_TRIES = 50;

    private final Bucket bucket;
    private final Keys keys;

    TokenKeeper(Bucket bucket, Keys keys) {
        this.bucket = bucket;
        this.keys = keys;
    }

    /** Returns the highest token that was ever kept, or empty if there is no trace of any. */
    OptionalLong highest(String election, Deadline deadline) {
        Optional<Blob> found = bucket.get(keys.token(election), deadline);
        return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(found.get()));
    }

    /**
     * Returns a token above all that were ever kept, at least as high as given, and kept from now on.
     *
     * @param atLeast the token that the claimant would take
     * @throws StoreException of kind UNREACHABLE at the worst: no lease was touched
     */
    long raise(String election, long atLeast, Deadline deadline) {
        String key = keys.token(election);
        try {
            long token = 0;
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                Optional<Blob> found = bucket.get(key, deadline);
                long kept = found.map(TokenKeeper::number).orElse(0L);
                if (tries == 0) {
                    token = above(kept, atLeast);
                }
                if (tries > 0 && kept >= token) {
                    return token; // somebody who began at the same time has raised it far enough
                }
                String version = found.map(Blob::version).orElse(Bucket.ABSENT);
                if (bucket.put(key, text(token), version, deadline).isPresent()) {
                    return token;
                }
            }
        } catch (StoreException e) {
            throw Race.noEffect(e);
        }
        throw new StoreException(
                Kind.UNREACHABLE, "too many raise the token of " + election + " at once: try again later");
    }

    /** Only a forged number leaves no room for a next one, and it must not end the election for good. */
    private static long above(long kept, long atLeast) {
        return kept < Lease.MAX_TOKEN ? Math.max(kept + 1, atLeast) : atLeast;
    }

    private static byte[] text(long token) {
        return ("{\"token\":" + token + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static long number(Blob blob) {
        try {
            long token = Fields.read(blob.text(), fields -> fields.number("token"));
            return token < 0 || token > Lease.MAX_TOKEN ? 0 : token;
        } catch (Fields.GarbageException e) {
            return 0; // tokens still grow by the clock, and by what the claimant has seen
        }
    }
}
