package dev.tenure.store.kafka.log;

import java.time.Duration;

/**
 * Says when a checkpoint is due, and to whom: to the writer of the first record in each step beyond the distance. If it
 * dies, the writer of the first record in the next step takes its place. Not thread-safe.
 */
final class CheckpointSchedule {
    /** A checkpoint has as many records as there are elections; so it is at most an eighth of the log. */
    private static final long RECORDS_PER_ELECTION = 8;

    private static final long STEPS = 8;
    private static final long UNKNOWN = -1;

    private final Distance distance;
    private long lastOffset;
    private long lastMillis = UNKNOWN;
    private long step;

    /**
     * How far apart checkpoints are.
     *
     * @param records at most so many records, unless there are many elections
     * @param time at most this long, so that the log never outlives its last checkpoint
     */
    record Distance(long records, Duration time) {
        static final Distance DEFAULT = new Distance(10_000, Duration.ofHours(1));

        /** Returns how far from the end of the log the next one to start begins to read. */
        long toStart() {
            return 3 * records;
        }
    }

    CheckpointSchedule(Distance distance) {
        this.distance = distance;
    }

    /** Takes in that the log is read from this offset on. */
    void begin(long offset) {
        ended(offset, UNKNOWN);
    }

    /** Takes in that a checkpoint ends at this record. */
    void ended(long offset, long atMillis) {
        lastOffset = offset;
        lastMillis = atMillis;
        step = 0;
    }

    /** Takes in the next record, and tells whether its writer is to write a checkpoint. */
    boolean isDueAt(long offset, long atMillis, int elections) {
        lastMillis = lastMillis == UNKNOWN ? atMillis : lastMillis;
        long records = Math.max(distance.records, RECORDS_PER_ELECTION * elections);
        long reached = Math.max(
                STEPS * (offset - lastOffset) / records, STEPS * (atMillis - lastMillis) / distance.time.toMillis());
        boolean due = reached >= STEPS && reached > step;
        step = Math.max(step, reached);
        return due;
    }
}
