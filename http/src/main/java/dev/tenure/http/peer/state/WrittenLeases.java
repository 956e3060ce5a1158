package dev.tenure.http.peer.state;

import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The leases of this process as last written to the store. A leader tells its followers nothing else. Thread-safe.
 *
 * <p>Only a write that the store acknowledged is recorded, with trust counted from before it was sent. After a renewal
 * that failed, the entry stays as it was and grows old.
 */
public final class WrittenLeases {
    /** The least margin of every holder, see Timing. */
    private static final long LEAST_MARGIN_NANOS = Duration.ofMillis(100).toNanos();

    private final TimeSource time;
    private final String session;
    private final Map<String, Line> lines = new HashMap<>();
    private long revision;

    private record Line(Lease lease, long trustedUntilNanos, boolean ended, long revision) {}

    WrittenLeases(TimeSource time, String session) {
        this.time = time;
        this.session = session;
    }

    /** Returns the unique id of this process, under which its changes are counted. */
    public String session() {
        return session;
    }

    /** Records a write that the store acknowledged, sent at the given moment. A term that has ended stays ended. */
    public synchronized boolean written(Lease lease, long sentNanos) {
        Line before = lines.get(lease.election());
        if (before != null && !isNewer(lease, before)) {
            return false;
        }
        long trust = lease.ttl().toNanos() / 10 * 9 - LEAST_MARGIN_NANOS;
        lines.put(lease.election(), new Line(lease, sentNanos + trust, false, ++revision));
        return true;
    }

    private static boolean isNewer(Lease lease, Line before) {
        Lease last = before.lease();
        return lease.token() > last.token()
                || (lease.isSameTerm(last)
                        && !before.ended()
                        && lease.stamp().renewal() > last.stamp().renewal());
    }

    /** Ends a term of this process, if it is the last one recorded. */
    public synchronized boolean ended(Lease lease) {
        Line line = lines.get(lease.election());
        if (line == null || line.ended() || !line.lease().isSameTerm(lease)) {
            return false;
        }
        end(line);
        return true;
    }

    /**
     * Ends the term of this process if the store shows that a later one began, or that it was released. An earlier
     * record may have been read before the term was written, so only the leader's own renewal can end the term then.
     */
    public synchronized boolean saw(String election, Sighting seen) {
        Line line = lines.get(election);
        boolean still = seen instanceof Sighting.Held held
                && line != null
                && held.lease().isSameTerm(line.lease());
        if (line == null
                || line.ended()
                || still
                || seen.lastToken() < line.lease().token()) {
            return false;
        }
        end(line);
        return true;
    }

    private void end(Line line) {
        lines.put(line.lease().election(), new Line(line.lease(), line.trustedUntilNanos(), true, ++revision));
    }

    /** Tells whether the last known term of the election belongs to this process and has not ended, trusted or not. */
    public synchronized boolean holds(String election) {
        Line line = lines.get(election);
        return line != null && !line.ended();
    }

    /** Tells whether this term belongs to this process and may still be trusted. */
    public synchronized boolean leads(String election, long token) {
        Line line = lines.get(election);
        return line != null && line.lease().token() == token && isTrusted(line);
    }

    /** Ends every term. */
    public synchronized void endAll() {
        List.copyOf(lines.values()).stream().filter(line -> !line.ended()).forEach(this::end);
    }

    /** Returns the news about these elections since the given position. */
    public synchronized PeerReply newsAbout(Collection<String> elections, ReadPosition heard) {
        long since = heard.session().equals(session) ? heard.revision() : 0;
        List<PeerReply.Pushed> leases = new ArrayList<>();
        Map<String, Long> ended = new HashMap<>();
        for (String election : elections) {
            Line line = upToDate(election);
            if (line != null && line.revision() > since) {
                if (line.ended()) {
                    ended.put(election, line.lease().token());
                } else {
                    leases.add(new PeerReply.Pushed(line.lease(), trustLeft(line)));
                }
            }
        }
        return new PeerReply(new ReadPosition(session, revision), leases, ended, List.of());
    }

    /** Returns how long until the first of these terms ends unless it is renewed. */
    public synchronized Duration untilNextEnd(Collection<String> elections, Duration most) {
        Duration least = most;
        for (String election : elections) {
            Line line = lines.get(election);
            if (line != null && !line.ended() && trustLeft(line).compareTo(least) < 0) {
                least = trustLeft(line);
            }
        }
        return least;
    }

    private @Nullable Line upToDate(String election) {
        Line line = lines.get(election);
        if (line != null && !line.ended() && !isTrusted(line)) {
            end(line);
        }
        return lines.get(election);
    }

    private boolean isTrusted(Line line) {
        return !line.ended() && time.nanos() - line.trustedUntilNanos() < 0;
    }

    private Duration trustLeft(Line line) {
        return Duration.ofNanos(Math.max(0, line.trustedUntilNanos() - time.nanos()));
    }
}
