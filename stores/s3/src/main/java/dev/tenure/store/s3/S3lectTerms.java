package dev.tenure.store.s3;

import dev.tenure.Identity;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Shows the terms of s3lect as leases, with the fields that they lack: the ttl that all share, the date as the renewal
 * number, and a token. Thread-safe.
 *
 * <p>The token shown for a term of s3lect is one more than the last known one. Its leader does not know it, and another
 * process may show another; it only orders the terms for this process.
 */
final class S3lectTerms implements ForeignObjects {
    /** A date further ahead than this is not from a slightly wrong clock. */
    private static final Duration FAR_AHEAD = Duration.ofHours(1);

    private final ObjectKeys keys;
    private final TokenObject tokens;
    private final Duration ttl;
    private final TimeSource time;
    private final Map<String, Seen> latest = new ConcurrentHashMap<>();

    /** The tokens of elections whose object is missing, as they were when that was first seen. */
    private final Map<String, Long> missed = new ConcurrentHashMap<>();

    /** Elections whose object was missing when their tokens could not be read in time. */
    private final Set<String> halfLooked = ConcurrentHashMap.newKeySet();

    /**
     * A term of s3lect as it was last seen.
     *
     * @param s3lectFields its record as last seen
     * @param token the token it is shown under
     * @param since the date under which it was first seen
     * @param signs how often its leader said that it leads, since the record was last changed
     */
    private record Seen(RecordContent.S3lectFields s3lectFields, long token, Instant since, long signs) {
        boolean hasEnded() {
            return GoDates.isZero(s3lectFields.updated());
        }
    }

    S3lectTerms(ObjectKeys keys, TokenObject tokens, Duration ttl, TimeSource time) {
        this.keys = keys;
        this.tokens = tokens;
        this.ttl = ttl;
        this.time = time;
    }

    @Override
    public Sighting met(String election, RecordContent.S3lectFields s3lectFields, String version, Deadline deadline) {
        Instant now = Instant.ofEpochMilli(time.wallMillis());
        if (s3lectFields.updated().isAfter(now.plus(FAR_AHEAD))) {
            return S3Cell.unreadable(
                    keys.of(election), "s3lect dated it " + s3lectFields.updated() + ", in the future", 0, version);
        }
        Seen seen = seen(election, s3lectFields, deadline);
        return seen.hasEnded()
                ? new Sighting.Released(seen.token(), 0, null, version)
                : new Sighting.Held(lease(election, seen, version), null);
    }

    @Override
    public void metOurs(String election) {
        latest.remove(election);
    }

    @Override
    public void found(String election) {
        missed.remove(election);
        halfLooked.remove(election);
    }

    /**
     * Tells whether the tokens must still be read. A slow store may have time for one read in each call. The tokens are
     * read after the object was missed, though by a later call: if there are none, no term of Tenure has begun until
     * then. If s3lect has led since, the claim finds its object.
     */
    @Override
    public boolean isMissed(String election) {
        return halfLooked.contains(election);
    }

    /**
     * Reads the tokens of a missing object. They exist only if the object existed before they were read: either the
     * election began between the two reads, which another read shows, or the object is gone. The result is remembered
     * until the object is there again: the next read then costs one request and shows the same, though failed claims
     * raise the token in the meantime.
     */
    @Override
    public boolean mayHaveBegun(String election, Deadline deadline) {
        if (missed.containsKey(election)) {
            return false;
        }
        halfLooked.add(election);
        OptionalLong highest = tokens.highest(election, deadline);
        halfLooked.remove(election);
        highest.ifPresent(token -> missed.put(election, token));
        return highest.isPresent();
    }

    /**
     * Returns the sighting of a missing object. It carries no release mark, so if its tokens exist, it is waited out.
     */
    @Override
    public Sighting missing(String election) {
        Long token = missed.get(election);
        return token == null
                ? new Sighting.Never()
                : new Sighting.Unreadable(
                        "the object " + keys.of(election) + " is gone, but " + keys.token(election) + " is there",
                        token,
                        Bucket.ABSENT);
    }

    /** Tells whether s3lect wrote the record that was last seen here. */
    boolean wroteLatest(String election) {
        return latest.containsKey(election);
    }

    /** Tells whether a lease is that of a leader of s3lect, as shown here. */
    static boolean isForeign(Lease lease) {
        return lease.holder().instance().equals(lease.holder().name());
    }

    /**
     * Notes that the leader in this record says that it leads, which counts like a renewal. Returns the lease as shown
     * now.
     */
    Sighting.Held signOfLife(Lease lease) {
        Seen seen = latest.compute(lease.election(), (election, known) -> {
            Seen last = known == null ? first(lease) : known;
            return new Seen(last.s3lectFields(), last.token(), last.since(), last.signs() + 1);
        });
        return new Sighting.Held(lease(lease.election(), seen, lease.version()), null);
    }

    private static Seen first(Lease lease) {
        RecordContent.S3lectFields s3lectFields = new RecordContent.S3lectFields(
                lease.holder().instance(),
                lease.holder().address(),
                lease.stamp().at());
        return new Seen(s3lectFields, lease.token(), lease.since(), 0);
    }

    private Seen seen(String election, RecordContent.S3lectFields s3lectFields, Deadline deadline) {
        Seen known = latest.get(election);
        Seen seen = known != null && isSameTerm(known, s3lectFields)
                ? new Seen(
                        s3lectFields,
                        known.token(),
                        known.since(),
                        known.s3lectFields().equals(s3lectFields) ? known.signs() : 0)
                : begun(election, known, s3lectFields, deadline);
        latest.put(election, seen);
        return seen;
    }

    private Seen begun(
            String election, @Nullable Seen before, RecordContent.S3lectFields s3lectFields, Deadline deadline) {
        long kept = tokens.highest(election, deadline).orElse(0);
        long last = Math.max(kept, before == null ? 0 : before.token());
        return new Seen(s3lectFields, Math.min(last + 1, Lease.MAX_TOKEN - 1), s3lectFields.updated(), 0);
    }

    private static boolean isSameTerm(Seen known, RecordContent.S3lectFields s3lectFields) {
        return known.s3lectFields().id().equals(s3lectFields.id())
                && (!known.hasEnded() || GoDates.isZero(s3lectFields.updated()));
    }

    private Lease lease(String election, Seen seen, String version) {
        RecordContent.S3lectFields s3lectFields = seen.s3lectFields();
        long renewal = nanos(s3lectFields.updated()) + seen.signs();
        return new Lease(
                election,
                Identity.ofInstance(s3lectFields.id()).withAddress(s3lectFields.address()),
                seen.token(),
                0,
                seen.since(),
                ttl,
                new WriteStamp(renewal, renewal, s3lectFields.updated()),
                version);
    }

    /**
     * Returns nanoseconds since 1970, or the nearest possible number: a date in the future is unreadable, one in the
     * distant past is accepted.
     */
    private static long nanos(Instant date) {
        return date.isBefore(Instant.EPOCH) ? 0 : date.getEpochSecond() * 1_000_000_000L + date.getNano();
    }
}
