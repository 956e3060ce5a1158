package dev.tenure.store.kafka.log;

import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A log in memory, whose first records may be deleted, and those who read it, each as far as it has come. */
final class ModelLog {
    private final List<LogRecord> records = new ArrayList<>();
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

    /** Returns one who reads from this offset on, and has read nothing yet. */
    Process read(int from) {
        return new Process(from);
    }

    /** One who reads the log. */
    final class Process {
        private final Map<Long, Boolean> decisions = new HashMap<>();
        private final Set<String> effective = new HashSet<>();
        private final Replay replay;
        private int position;

        private Process(int from) {
            this.position = from;
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
                replay.apply(position, records.get(position));
            }
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
            return parts + " " + state.end("", 0);
        }
    }
}
