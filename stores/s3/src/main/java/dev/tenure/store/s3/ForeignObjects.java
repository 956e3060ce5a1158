package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;

/** Decides how objects that Tenure did not write are shown. */
interface ForeignObjects {

    /** Returns what a record of s3lect means. */
    Sighting met(String election, RecordContent.S3lectFields s3lectFields, String version, Deadline deadline);

    /** Takes in that the record is one of ours: whatever led before has ended. */
    default void metOurs(String election) {}

    /** Takes in that there is an object, whoever wrote it. */
    default void found(String election) {}

    /**
     * Tells whether an earlier look missed the object and then ran out of time, so that this one need not begin anew.
     */
    default boolean isMissed(String election) {
        return false;
    }

    /**
     * Tells whether to look again for an object that was just not there, because an election may have begun meanwhile.
     */
    default boolean mayHaveBegun(String election, Deadline deadline) {
        return false;
    }

    /** Returns what it means that there is no object; asked after {@link #mayHaveBegun}. */
    default Sighting missing(String election) {
        return new Sighting.Never();
    }

    /** Returns the way of a store that is Tenure's alone: whoever else writes there does so by mistake. */
    static ForeignObjects none(ObjectKeys keys) {
        return (election, s3lectFields, version, deadline) -> S3Cell.unreadable(
                keys.of(election),
                "s3lect wrote it: if both shall use it, all of Tenure's must set shared=s3lect",
                0,
                version);
    }
}
