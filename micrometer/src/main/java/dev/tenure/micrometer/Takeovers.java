package dev.tenure.micrometer;

import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For each election, since when its seat has been free as far as this candidate saw, and why. Thread-safe.
 *
 * <p>Names come and go in some applications. A takeover is kept for as long as somebody counts the events of its
 * election; of the others, those that were asked for last.
 */
final class Takeovers {
    static final int MOST_UNCOUNTED = 1_000;

    private final TimeSource time;
    private final Map<String, Named> takeovers = new HashMap<>();
    private final ReferenceQueue<Takeover> forgotten = new ReferenceQueue<>();
    private final Map<String, Takeover> recent = new LinkedHashMap<>();

    /** A takeover that is forgotten when nobody else knows it. */
    private static final class Named extends WeakReference<Takeover> {
        private final String election;

        Named(String election, Takeover takeover, ReferenceQueue<Takeover> forgotten) {
            super(takeover, forgotten);
            this.election = election;
        }
    }

    Takeovers(TimeSource time) {
        this.time = time;
    }

    synchronized Takeover of(String election) {
        forget();
        Named known = takeovers.get(election);
        Takeover found = known == null ? null : known.get();
        Takeover takeover = found == null ? new Takeover(time) : found;
        if (found == null) {
            takeovers.put(election, new Named(election, takeover, forgotten));
        }
        recent.remove(election); // and becomes the last
        recent.put(election, takeover);
        if (recent.size() > MOST_UNCOUNTED) {
            recent.remove(recent.keySet().iterator().next());
        }
        return takeover;
    }

    private void forget() {
        for (Reference<?> gone = forgotten.poll(); gone != null; gone = forgotten.poll()) {
            if (gone instanceof Named named) {
                takeovers.remove(named.election, named);
            }
        }
    }

    synchronized int size() {
        return takeovers.size();
    }

    /** What a term came after. */
    enum After {
        /** Nobody led before, as far as this candidate knows. */
        START,
        /** The leader before gave its term up. */
        HANDOVER,
        /** The leader before fell silent. */
        FAILOVER
    }

    /** The last sign of the leader before, seen by this candidate. */
    static final class Takeover {
        private final TimeSource time;
        private @Nullable Sighting last;
        private long sinceNanos;
        private After after = After.START;

        Takeover(TimeSource time) {
            this.time = time;
            this.sinceNanos = time.nanos();
        }

        /** Takes in what the record shows: a new renewal, a release, or the same as before. */
        synchronized void saw(Sighting seen) {
            if (last == null || !isSame(last, seen)) {
                last = seen;
                sinceNanos = time.nanos();
            }
        }

        private static boolean isSame(Sighting one, Sighting other) {
            return one.getClass() == other.getClass()
                    && one.version().equals(other.version())
                    && one.lastToken() == other.lastToken();
        }

        /** Takes in that a claim on this condition was granted. */
        synchronized void granted(ClaimCondition condition) {
            Sighting replaced = condition.replacing() == null ? last : condition.replacing();
            after = condition.requiresRelease() || replaced instanceof Sighting.Released
                    ? After.HANDOVER
                    : replaced instanceof Sighting.Held ? After.FAILOVER : After.START;
            if (condition.requiresRelease()) {
                sinceNanos = time.nanos(); // seen free only now
            }
        }

        /** Returns what the term that begins now came after. */
        synchronized After after() {
            return after;
        }

        /** Returns how long the seat was free, and begins to count anew. */
        synchronized long freeNanos() {
            long now = time.nanos();
            long free = now - sinceNanos;
            last = null;
            sinceNanos = now;
            return free;
        }

        /** A term of this candidate ended: from now on it waits. */
        synchronized void ended() {
            last = null;
            sinceNanos = time.nanos();
        }
    }
}
