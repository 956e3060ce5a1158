package dev.tenure.http.peer.state;

import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The state of one election at a follower: what the store showed last, and what the leader pushed since. Thread-safe.
 *
 * <p>The store comes first. A push counts only if it is the same renewal, or a later one, of the term that the store
 * showed, with the same ttl and predecessor; otherwise the store is read. A push must also be fresh: a leader whose
 * last write is old may be cut off, so the store is read long before its lease ends.
 */
public final class FollowedElection {
    /** A push is too old when less than this part of the ttl is left: renewals come well before that. */
    private static final int TOO_OLD_PART = 4;

    /** A renewal number that is further ahead is false, even where renewals are numbered by microseconds. */
    private static final long MOST_RENEWALS = 1_000_000_000_000L;

    private final String election;
    private final TimeSource time;
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private @Nullable Sighting stored;
    private long storedNanos;
    private PeerReply.@Nullable Pushed push;
    private long arrivedNanos;
    private long doubts;
    private long settledDoubts;
    private long endedToken;
    private long barredToken;
    private long barredRenewal;

    /**
     * A reading of the store that is under way.
     *
     * @param doubts the number of doubts when it began: it settles these, and no later ones
     * @param pushed the lease that was pushed before it began, or null: the store cannot show less
     */
    public record Reading(long doubts, @Nullable Lease pushed) {}

    FollowedElection(String election, TimeSource time) {
        this.election = election;
        this.time = time;
    }

    public String election() {
        return election;
    }

    void add(Runnable watcher) {
        watchers.add(watcher);
    }

    /** Removes a watcher, and tells whether there are others. */
    boolean remove(Runnable watcher) {
        watchers.remove(watcher);
        return !watchers.isEmpty();
    }

    public void wake() {
        watchers.forEach(Runnable::run);
    }

    public synchronized Reading beginReading() {
        return new Reading(doubts, push == null ? null : push.lease());
    }

    /**
     * Records what the store shows.
     *
     * @return false if it contradicts what was pushed before the store was asked
     */
    public synchronized boolean read(Sighting seen, Reading reading) {
        stored = seen;
        storedNanos = time.nanos();
        settledDoubts = Math.max(settledDoubts, reading.doubts());
        Lease pushed = reading.pushed();
        if (pushed != null && isBehind(seen, pushed)) {
            barredToken = pushed.token();
            barredRenewal = pushed.stamp().renewal();
            push = null;
            return false;
        }
        if (isBarred(seen.lastToken()) && renewalOf(seen) > barredRenewal) { // its leader goes on, and wrote this
            endedToken = 0;
            barredToken = 0;
        }
        return true;
    }

    private static boolean isBehind(Sighting seen, Lease pushed) {
        boolean sameTerm = seen instanceof Sighting.Held held && held.lease().isSameTerm(pushed);
        return sameTerm ? renewalOf(seen) < pushed.stamp().renewal() : seen.lastToken() < pushed.token();
    }

    private static long renewalOf(@Nullable Sighting seen) {
        return seen instanceof Sighting.Held held ? held.lease().stamp().renewal() : 0;
    }

    /** Notes that the store must be read: it says that the record changed, or a write of this process failed. */
    public synchronized void doubt() {
        doubts++;
    }

    /** Discards the push, because the channel failed. */
    public synchronized void discardPush() {
        push = null;
    }

    /** Records a push of the leader, and tells whether it is news. */
    public synchronized boolean pushed(PeerReply.Pushed pushed) {
        Lease lease = pushed.lease();
        if (!(stored instanceof Sighting.Held held)
                || lease.token() < held.lease().token()) {
            return false;
        }
        Lease known = held.lease();
        if (!lease.isSameTerm(known) || !lease.ttl().equals(known.ttl()) || lease.follows() != known.follows()) {
            return seesMore(lease, known);
        }
        Lease latest = push == null || !push.lease().isSameTerm(known) ? known : push.lease();
        if (isBarred(lease.token()) || !continues(lease, latest) || !continues(lease, known)) {
            return false;
        }
        boolean news = lease.stamp().renewal() > latest.stamp().renewal();
        push = pushed;
        arrivedNanos = time.nanos();
        return news;
    }

    /** Another term, or changed fields of the same one: the store must show it first. */
    private boolean seesMore(Lease lease, Lease known) {
        boolean later = lease.token() > known.token()
                || (lease.isSameTerm(known)
                        && lease.stamp().renewal() > known.stamp().renewal());
        if (later) {
            push = null;
            doubts++;
        }
        return later;
    }

    private static boolean continues(Lease lease, Lease known) {
        long ahead = lease.stamp().renewal() - known.stamp().renewal();
        return ahead == 0
                ? lease.isSameWrite(known) && lease.version().equals(known.version())
                : ahead > 0 && ahead <= MOST_RENEWALS;
    }

    private boolean isBarred(long token) {
        return token == endedToken || token == barredToken;
    }

    /** Records that the leader has ended this term, and tells whether that is news. */
    public synchronized boolean ended(long token) {
        boolean news = token != endedToken && stored instanceof Sighting.Held held && held.lastToken() == token;
        if (news) {
            endedToken = token;
            barredRenewal = Math.max(
                    renewalOf(stored), push == null ? 0 : push.lease().stamp().renewal());
            push = null;
        }
        return news;
    }

    /** Returns the pushed record if it can replace a read of the store; null if the store must be read. */
    public synchronized Sighting.@Nullable Held shown(@Nullable Duration readStoreEvery) {
        PeerReply.Pushed pushed = push;
        if (pushed == null || settledDoubts < doubts || !(stored instanceof Sighting.Held held)) {
            return null;
        }
        Lease lease = pushed.lease();
        if (!lease.isSameTerm(held.lease()) || isBarred(lease.token()) || !continues(lease, held.lease())) {
            return null;
        }
        long now = time.nanos();
        long ttl = lease.ttl().toNanos();
        long trust = Math.min(pushed.trust().toNanos(), ttl) - (now - arrivedNanos);
        boolean fresh = trust > ttl / TOO_OLD_PART;
        boolean readLately = readStoreEvery == null || now - storedNanos < readStoreEvery.toNanos();
        return fresh && readLately ? new Sighting.Held(lease, null) : null;
    }

    /** Returns the lease whose holder should be asked, or null if there is none. */
    public synchronized @Nullable Lease toAsk() {
        if (!(stored instanceof Sighting.Held held) || isBarred(held.lease().token())) {
            return null;
        }
        return push != null && push.lease().isSameTerm(held.lease()) ? push.lease() : held.lease();
    }
}
