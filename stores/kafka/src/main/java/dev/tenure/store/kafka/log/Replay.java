package dev.tenure.store.kafka.log;

import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.LogRecord.Reset;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of a log from any offset on, and knows the state as soon as those records tell it.
 *
 * <p>Read from offset 0, the state is known at once. Otherwise records are kept until a checkpoint comes that they
 * confirm and all of whose later records were read here, or a reset. Then they are applied to it, and this replay
 * decides as one that has read everything. Records without a gap have offsets without a gap, so after a gap nothing is
 * known.
 *
 * <p>Not thread-safe.
 */
final class Replay {
    /** A reset that lands later than this many records after it was sent is void: others may lead again. */
    static final long NEAR = 1_000;

    /** More than lie between two checkpoints; beyond them the replay goes on as if it had started later. */
    private static final int MOST_KEPT = 500_000;

    private final Decisions decisions;
    private final UndecidedRecords kept = new UndecidedRecords();
    private final CheckpointParts parts = new CheckpointParts();
    private long from;
    private long next;
    private @Nullable LogState state;

    /** Hears of each proposal whether it takes effect. A checkpoint may come in place of those before it. */
    interface Decisions {
        void decided(long offset, Proposal proposal, boolean takesEffect, LogState after);
    }

    /** Creates a replay of the records from this offset on. */
    Replay(long from, Decisions decisions) {
        this.from = from;
        this.next = from;
        this.decisions = decisions;
        this.state = from == 0 ? new LogState() : null;
    }

    /** Returns the state, or null while the records read so far do not tell it. */
    @Nullable LogState state() {
        return state;
    }

    /** Applies the next record. */
    void apply(long offset, LogRecord record) {
        reached(offset);
        next = offset + 1;
        if (record instanceof Reset reset) {
            if (offset - reset.end() <= NEAR) {
                begin(new LogState(offset, reset), offset);
            }
        } else if (state == null) {
            keep(offset, record);
        } else if (record instanceof Proposal proposal) {
            decide(state, offset, proposal);
        }
    }

    private void keep(long offset, LogRecord record) {
        if (record instanceof CheckpointPart part) {
            parts.add(part);
        } else if (record instanceof CheckpointEnd end) {
            Collection<CheckpointPart> complete = parts.end(end);
            if (complete != null && kept.confirm(end, complete, from)) {
                begin(new LogState(end, complete), end.asOf().offset());
            }
        } else {
            kept.add(offset, record);
            if (kept.size() > MOST_KEPT) {
                from = kept.removeFirst() + 1;
            }
        }
    }

    /**
     * Takes in that there is no other record before this offset. If some are gone, nobody can tell whether they
     * counted: the replay goes on as if it had started here.
     */
    void reached(long offset) {
        if (offset != next) {
            from = offset;
            next = offset;
            state = null;
            kept.clear();
            parts.clear();
        }
    }

    private void begin(LogState found, long asOf) {
        state = found;
        kept.forEachAfter(asOf, (offset, proposal) -> decide(found, offset, proposal));
        kept.clear();
        parts.clear();
    }

    private void decide(LogState known, long offset, Proposal proposal) {
        decisions.decided(offset, proposal, known.apply(offset, proposal), known);
    }
}
