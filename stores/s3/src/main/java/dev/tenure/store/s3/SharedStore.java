package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store that is shared with s3lect: it has one ttl for all, tokens in another object, and a check of leaders that do
 * not notice their loss. Thread-safe.
 */
final class SharedStore extends ForwardingStore {
    /** How far this clock may be behind that of the store: to s3lect, a lease looks older by as much. */
    private static final Duration MOST_BEHIND = Duration.ofSeconds(1);

    /** The requests of one claim: one for the token, one for the lockfile. */
    private static final int REQUESTS_OF_A_CLAIM = 2;

    private final Bucket bucket;
    private final S3Cell cell;
    private final TokenObject tokens;
    private final S3lectTerms foreignTerms;
    private final S3lect fleet;
    private final S3lectLeaderCheck leaderCheck;
    private final TimeSource time;

    private SharedStore(
            Bucket bucket, S3Cell cell, TokenObject tokens, S3lectTerms terms, S3lect fleet, TimeSource time) {
        super(CellStore.over(cell, time));
        this.bucket = bucket;
        this.tokens = tokens;
        this.foreignTerms = terms;
        this.cell = cell;
        this.fleet = fleet;
        this.leaderCheck = new S3lectLeaderCheck(fleet, time);
        this.time = time;
    }

    static SharedStore open(
            Bucket bucket, ObjectKeys keys, S3lect fleet, @Nullable FleetObjects fleetObjects, TimeSource time) {
        TokenObject tokens = new TokenObject(bucket, keys);
        S3lectTerms terms = new S3lectTerms(keys, tokens, fleet.timeout(), time);
        S3Cell cell = new S3Cell(bucket, keys, terms, fleetObjects, time);
        return new SharedStore(bucket, cell, tokens, terms, fleet, time);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Sighting replacing = ballot.condition().replacing();
        if (replacing == null || !ballot.condition().waitedOut()) {
            return super.claim(ballot, deadline); // refuses it with the name of the store
        }
        if (isClosed()) {
            throw StoreException.closed(name());
        }
        deadline.requireLeft();
        checkTtl(ballot.ttl());
        checkClock();
        ballot.grant(replacing, 1, replacing.version()); // refuses it if no token is left
        cell.requireFit(deadline); // before anything is written that others would read
        if (replacing instanceof Sighting.Held held && leaderCheck.isLeftAlone(held.lease(), deadline)) {
            return new Answer.Refused(foreignTerms.signOfLife(held.lease()));
        }
        return replacing instanceof Sighting.Never ? claimFirst(ballot, deadline) : claim(ballot, replacing, deadline);
    }

    /**
     * Creates the lockfile with a release mark, then claims it. So tokens exist only with a lockfile: a first claim
     * that fails halfway leaves nothing that looks like a vanished lease. A lockfile that another candidate just
     * created is used as well: no term has been in it yet.
     */
    private Answer claimFirst(Ballot ballot, Deadline deadline) {
        Duration before = deadline.remaining();
        Optional<String> made = create(ballot.election(), deadline);
        Sighting found = made.isPresent()
                ? new Sighting.Released(0, 0, null, made.get())
                : cell.read(ballot.election(), deadline);
        boolean isNew = found instanceof Sighting.Released && found.lastToken() == 0;
        Duration left = deadline.remaining();
        boolean isSlow =
                before.minus(left).multipliedBy(REQUESTS_OF_A_CLAIM + 1).compareTo(left) > 0;
        return isNew && !isSlow
                ? claim(ballot, found, deadline)
                : new Answer.Refused(found); // on a slow store, the next call has more time
    }

    private Optional<String> create(String election, Deadline deadline) {
        try {
            Sighting.Released none = new Sighting.Released(0, 0, null, Bucket.ABSENT);
            return cell.write(election, none, Bucket.ABSENT, deadline);
        } catch (StoreException e) {
            throw ConcurrentWriteCheck.noEffect(e); // it is no lease, whether it was written or not
        }
    }

    private Answer claim(Ballot ballot, Sighting replacing, Deadline deadline) {
        String before = replacing.version();
        Lease asked = ballot.grant(replacing, time.wallMillis() * 1000, before);
        long known = Math.max(replacing.lastToken(), ballot.condition().highestToken());
        long token = tokens.raise(ballot.election(), before, known, asked.token(), deadline);
        // The token shown for a term of s3lect is known to this process alone: no record may refer to it.
        long follows = foreignTerms.wroteLatest(ballot.election()) ? 0 : asked.follows();
        Lease lease = new Lease(
                ballot.election(),
                ballot.candidate(),
                token,
                follows,
                asked.since(),
                ballot.ttl(),
                ballot.stamp(),
                before);
        Optional<String> version = cell.write(ballot.election(), new Sighting.Held(lease, null), before, deadline);
        if (version.isPresent()) {
            return new Answer.Granted(lease.withVersion(version.get()));
        }
        Sighting found = cell.read(ballot.election(), deadline);
        return found instanceof Sighting.Held now && now.lease().isSameWrite(lease)
                ? new Answer.Granted(lease.withVersion(now.version())) // the network sent it twice
                : new Answer.Refused(found);
    }

    private void checkClock() {
        Duration behind = bucket.clock().offset().behind();
        if (behind.compareTo(MOST_BEHIND) > 0) {
            throw new StoreException(
                    Kind.MISCONFIGURED,
                    "the clock of this machine is " + behind.toMillis() + " ms behind that of the store, so s3lect"
                            + " would take its lease for older than it is: set the clock, best by NTP");
        }
    }

    private void checkTtl(Duration ttl) {
        if (!ttl.equals(fleet.timeout())) {
            throw new IllegalArgumentException("all who share a lockfile with s3lect share one ttl: " + ttl
                    + " is not its timeout of " + fleet.timeout() + ": use that, or set timeout= for all of them");
        }
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        checkTtl(extension.next().ttl());
        return super.renew(extension, deadline);
    }

    @Override
    public Timing timing() {
        return Timing.of(fleet.timeout(), fleet.timeout().dividedBy(3));
    }

    @Override
    public void checkTiming(Timing timing) {
        checkTtl(timing.ttl());
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return new TakeoverDelay(fleet.takeoverDelay(), Duration.ZERO);
    }
}
