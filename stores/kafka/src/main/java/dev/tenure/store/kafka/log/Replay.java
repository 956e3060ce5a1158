package dev.tenure.store.kafka.log;

import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.LogRecord.Reset;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of a log from any offset on, and knows the state as soon as those records tell it.
 *
 * <p>Read from offset 0, the state is known at once. Otherwise proposals are kept until a checkpoint comes all of whose
 * later records were read here, or a reset. Then they are applied to it, and this replay decides as one that has read
 * everything.
 *
 * <p>Not thread-safe.
 */
final class Replay {
    /** A reset that lands later than this many records after it was sent is void: others may lead again. */
    static final long NEAR = 1_000;

    /** More than lie between two checkpoints; beyond them the replay goes on as if it had started later. */
    private static final int MOST_KEPT = 500_000;

    private final Decisions decisions;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final CheckpointParts parts = new CheckpointParts();
    private long from;
    private @Nullable LogState state;

    /** A proposal that waits for the state before it. */
    private record Kept(long offset, Proposal proposal) {}

    /** Hears of each proposal whether it takes effect. A checkpoint may come in place of those before it. */
    interface Decisions {
        void decided(long offset, Proposal proposal, boolean takesEffect, LogState after);
    }

    /** Creates a replay of the records from this offset on. */
    Replay(long from, Decisions decisions) {
        this.from = from;
        this.decisions = decisions;
        this.state = from == 0 ? new LogState() : null;
    }

    /** Returns the state, or null while the records read so far do not tell it. */
    @Nullable LogState state() {
        return state;
    }

    /** Applies the next record. */
    void apply(long offset, LogRecord record) {
        if (record instanceof Reset reset) {
            if (offset - reset.end() <= NEAR) {
                begin(new LogState(offset, reset), offset);
            }
        } else if (record instanceof Proposal proposal) {
            if (state == null) {
                keep(new Kept(offset, proposal));
            } else {
                decide(state, offset, proposal);
            }
        } else if (state == null && record instanceof CheckpointPart part) {
            parts.add(part);
        } else if (state == null && record instanceof CheckpointEnd end) {
            Collection<CheckpointPart> complete = parts.end(end);
            if (complete != null && end.asOf() >= from) {
                begin(new LogState(end, complete), end.asOf());
            }
        }
    }

    private void begin(LogState found, long asOf) {
        state = found;
        for (Kept each : kept) {
            if (each.offset > asOf) {
                decide(found, each.offset, each.proposal);
            }
        }
        kept.clear();
        parts.clear();
    }

    private void keep(Kept next) {
        kept.add(next);
        if (kept.size() > MOST_KEPT) {
            from = kept.remove().offset + 1;
        }
    }

    private void decide(LogState known, long offset, Proposal proposal) {
        decisions.decided(offset, proposal, known.apply(offset, proposal), known);
    }
}
