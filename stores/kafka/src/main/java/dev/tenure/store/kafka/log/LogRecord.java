package dev.tenure.store.kafka.log;

import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.util.List;

/** What a record of the log says. */
sealed interface LogRecord {

    /** Returns the id that the writer drew for this record, or an empty text if nobody waits for it. */
    String id();

    /**
     * A claim, a renewal or a release.
     *
     * @param replaces the record of the election that this one replaces; if another is present, this one is void
     * @param content what it writes, without a version
     */
    record Proposal(String id, String election, Version replaces, Sighting content) implements LogRecord {}

    /**
     * Says that the log does not tell its state: records are gone that no checkpoint counts.
     *
     * @param end where the log ended when its writer had read all of it; far behind that, a reset is void
     */
    record Reset(String id, long end) implements LogRecord {}

    /**
     * A part of a checkpoint: the record that was present in one election.
     *
     * @param checkpoint the id of the checkpoint
     * @param version of that record
     * @param content what it says, with the version
     */
    record CheckpointPart(String checkpoint, String election, Version version, Sighting content) implements LogRecord {
        @Override
        public String id() {
            return "";
        }
    }

    /**
     * Ends a checkpoint: all its parts come before this record.
     *
     * @param checkpoint the id of the checkpoint
     * @param asOf the last record that counts in it
     * @param parts how many parts it has
     * @param absent as in {@link LogState}
     */
    record CheckpointEnd(String checkpoint, Version asOf, int parts, Version absent) implements LogRecord {
        @Override
        public String id() {
            return "";
        }
    }

    /** A candidate that stands in these rosters. */
    record Attendance(String id, RosterEntry entry, List<String> rosters) implements LogRecord {}

    /** A candidate that has left these rosters. */
    record Departure(String id, String instance, List<String> rosters) implements LogRecord {}

    /** A request to a leader. */
    record Asked(String id, Request request) implements LogRecord {}

    /** A record that means nothing here: of another program, of a later version, or damaged. */
    record Foreign() implements LogRecord {
        @Override
        public String id() {
            return "";
        }
    }
}
