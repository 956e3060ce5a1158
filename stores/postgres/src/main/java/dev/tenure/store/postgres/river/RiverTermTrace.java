package dev.tenure.store.postgres.river;

import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the last term in {@code river_leader}, and judges it when its row is gone. Thread-safe.
 *
 * <p>A River client resigns by deleting the row, and sends a notice. The row also vanishes when the server crashes,
 * because the table is unlogged, or when somebody deletes it; then there is no notice, and its leader still leads. So a
 * missing row counts as released only after a notice. Otherwise a candidate that saw the term waits it out. A River
 * client notices late that it lost its term, so its missing row is shown as an unreadable record.
 *
 * <p>The last term that was seen may be one of Tenure's, and not the one whose row is gone: a River client may have led
 * after it, and resigned before anybody looked. That sends a notice, too. The date of that term is not known, only that
 * it is later.
 */
public final class RiverTermTrace {
    /** How many resignations are remembered: more than can happen between two looks. */
    private static final int MOST = 64;

    private final Duration delay;
    private final Map<String, Long> resigned = new LinkedHashMap<>();
    private long clock;
    private long lastResignation;
    private @Nullable RiverRow last;
    private @Nullable Sighting shown;

    /** Creates a trace for candidates that hold a lease for the given takeover delay before they lead. */
    public RiverTermTrace(Duration delay) {
        this.delay = delay;
    }

    /** Returns a number for this moment, for a look that is about to be sent. */
    public synchronized long now() {
        return ++clock;
    }

    /** Notes that this leader has resigned from a term that began before this moment. */
    public synchronized void resigned(String leaderId) {
        resigned.remove(leaderId);
        if (resigned.size() == MOST) {
            resigned.remove(resigned.keySet().iterator().next());
        }
        resigned.put(leaderId, ++clock);
        lastResignation = clock;
    }

    /** Notes that a Tenure candidate was elected: earlier notices were about earlier terms. */
    public synchronized void elected() {
        lastResignation = 0;
    }

    /** Forgets all notices, since some may have been missed: the server may have crashed. */
    public synchronized void forgetResignations() {
        resigned.clear();
        lastResignation = 0;
    }

    /** Returns the sighting of a row, or of its absence, read after the given moment. */
    public synchronized Sighting sighting(@Nullable RiverRow row, Instant now, long asked) {
        if (row == null) {
            return absence();
        }
        // The notice was about an earlier term: its leader is back, or still leads.
        resigned.computeIfPresent(row.leaderId(), (id, told) -> told < asked ? null : told);
        if (lastResignation < asked) {
            lastResignation = 0;
        }
        if (shown instanceof Sighting.Released && row.equals(last)) {
            return shown; // an unchanged record must not look changed
        }
        last = row;
        Sighting seen = row.sighting(now, delay);
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
