package dev.tenure.store.postgres.river;

import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of the last term in {@code river_leader} when its row is gone. Thread-safe.
 *
 * <p>River's clients give up leadership by deleting the row, and tell everybody. The row also goes when the server
 * crashes, because the table is unlogged, or by somebody's hand, and then nobody is told while its leader leads on. So
 * a row that is gone was released only if that was heard. Otherwise whoever saw the term waits it out; and since a
 * River client notices late that it has lost its term, one of those is shown as a trace that is not to be trusted.
 *
 * <p>The last term that was seen may be one of Tenure's, and not the one whose row is gone: a River client may have
 * followed, and resigned before anybody looked. That was told, too. Its date is not known, only that it is later.
 */
public final class RiverTermTrace {
    /** How many of those who resigned are remembered: more than can resign between two looks. */
    private static final int MOST = 64;

    private final Duration grace;
    private final Map<String, Long> resigned = new LinkedHashMap<>();
    private long clock;
    private long lastResignation;
    private @Nullable RiverRow last;
    private @Nullable Sighting shown;

    /** Makes a trace for candidates that hold a lease for the given grace before they lead. */
    public RiverTermTrace(Duration grace) {
        this.grace = grace;
    }

    /** Returns a mark of this moment, for a look that is about to be sent. */
    public synchronized long now() {
        return ++clock;
    }

    /** Takes in that this leader has resigned, from a term that began before this moment. */
    public synchronized void resigned(String leaderId) {
        resigned.remove(leaderId);
        if (resigned.size() == MOST) {
            resigned.remove(resigned.keySet().iterator().next());
        }
        resigned.put(leaderId, ++clock);
        lastResignation = clock;
    }

    /** Takes in that a candidate of Tenure's was elected: what was told before was of terms before this one. */
    public synchronized void elected() {
        lastResignation = 0;
    }

    /** Takes in that something may have been told that was not heard: the server may have crashed. */
    public synchronized void forgetWhatWasTold() {
        resigned.clear();
        lastResignation = 0;
    }

    /** Returns what the row shows that was asked for at the given moment, or its absence. */
    public synchronized Sighting sighting(@Nullable RiverRow row, Instant now, long asked) {
        if (row == null) {
            return absence();
        }
        // The notice was of an earlier term: its leader is back, or still here.
        resigned.computeIfPresent(row.leaderId(), (id, told) -> told < asked ? null : told);
        if (lastResignation < asked) {
            lastResignation = 0;
        }
        if (shown instanceof Sighting.Released && row.equals(last)) {
            return shown; // a record that did not change must not look changed
        }
        last = row;
        Sighting seen = row.sighting(now, grace);
        shown = seen;
        return seen;
    }

    private Sighting absence() {
        if (last == null) {
            return new Sighting.Never();
        }
        if (resigned.containsKey(last.leaderId())) {
            return new Sighting.Released(last.token(), 0, null, "resigned");
        }
        if (last.isForeign()) {
            return new Sighting.Unreadable(
                    "the row of " + last.leaderId() + " is gone, and no resignation was heard", last.token(), "gone");
        }
        return lastResignation > 0
                ? new Sighting.Released(last.token() + 1, 0, null, "resigned")
                : new Sighting.Never();
    }
}
