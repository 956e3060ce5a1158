package dev.tenure.store.kafka.log;

import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A log in memory, whose records may be deleted or lost, and those who read it, each as far as it has come. */
final class ModelLog {
    private final List<LogRecord> records = new ArrayList<>();
    private final Set<Integer> deleted = new HashSet<>();
    private int start;

    void append(LogRecord record) {
        records.add(record);
    }

    int start() {
        return start;
    }

    int end() {
        return records.size();
    }

    /** Deletes up to so many records from the beginning. */
    void trim(int most) {
        start = Math.min(end(), start + most);
    }

    /** Deletes one record, wherever it is, as the compaction of a topic may. */
    void delete(int offset) {
        if (offset < end()) {
            deleted.add(offset);
        }
    }

    /** Loses all records from this offset on, as a partition may whose next leader lacked them. */
    void lose(int from) {
        records.subList(from, end()).clear();
        deleted.removeIf(offset -> offset >= from);
        start = Math.min(start, from);
    }

    @Nullable LogRecord at(int offset) {
        return deleted.contains(offset) ? null : records.get(offset);
    }

    /** Returns one who reads from this offset on, and has read nothing yet. */
    Reader read(int from) {
        return new Reader(from, false);
    }

    /** Returns one who reads everything, even what was deleted. */
    Reader readAll() {
        return new Reader(0, true);
    }

    /** One who reads the log. */
    final class Reader {
        private final Map<Long, Boolean> decisions = new HashMap<>();
        private final Set<String> effective = new HashSet<>();
        private final Replay replay;
        private final boolean readsDeleted;
        private int position;

        private Reader(int from, boolean readsDeleted) {
            this.position = from;
            this.readsDeleted = readsDeleted;
            this.replay = new Replay(from, this::decided);
        }

        private void decided(long offset, Proposal proposal, boolean takesEffect, LogState after) {
            decisions.put(offset, takesEffect);
            Version present = after.present(proposal.election()).version();
            if (takesEffect != present.equals(new Version(offset, proposal.id()))) {
                throw new AssertionError(present + " is present after " + proposal);
            }
            if (takesEffect && !effective.add(proposal.id())) {
                throw new AssertionError("the second of two equal records takes effect: " + proposal);
            }
        }

        /** Tells whether it can go on, which it cannot if the records it would read next are deleted. */
        boolean canRead() {
            return position >= start;
        }

        void readOn(int most) {
            for (int end = Math.min(end(), position + most); position < end; position++) {
                LogRecord record = readsDeleted ? records.get(position) : at(position);
                if (record != null) {
                    replay.apply(position, record);
                }
            }
            replay.reached(position);
        }

        void readToEnd() {
            readOn(Integer.MAX_VALUE - position);
        }

        boolean isAtEnd() {
            return position == end();
        }

        Replay replay() {
            return replay;
        }

        int position() {
            return position;
        }

        /** Forgets what it decided about records that are lost. */
        void forget(int from) {
            decisions.keySet().removeIf(offset -> offset >= from);
        }

        /** Returns which of the proposals that it has decided take effect, by their offsets. */
        Map<Long, Boolean> decisions() {
            return decisions;
        }

        /** Returns everything that its state consists of, or an empty text if it does not know it. */
        String describe() {
            LogState state = replay.state();
            if (state == null) {
                return "";
            }
            List<String> parts = state.parts("").stream()
                    .map(CheckpointPart::toString)
                    .sorted()
                    .toList();
            return parts + " " + state.end("", Version.NONE);
        }
    }
}
