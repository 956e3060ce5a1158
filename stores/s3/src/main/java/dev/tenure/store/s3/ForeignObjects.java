package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;

/** Decides how objects that Tenure did not write are shown. */
interface ForeignObjects {

    /** Returns the sighting of a record of s3lect. */
    Sighting met(String election, RecordContent.S3lectFields s3lectFields, String version, Deadline deadline);

    /** Notes that Tenure wrote the record: the term before it has ended. */
    default void metOurs(String election) {}

    /** Notes that there is an object, written by anyone. */
    default void found(String election) {}

    /** Tells whether an earlier read found no object and then ran out of time, so that this one can continue there. */
    default boolean isMissed(String election) {
        return false;
    }

    /** Tells whether to read again an object that was missing, because an election may have begun since. */
    default boolean mayHaveBegun(String election, Deadline deadline) {
        return false;
    }

    /** Returns the sighting of a missing object; called after {@link #mayHaveBegun}. */
    default Sighting missing(String election) {
        return new Sighting.Never();
    }

    /** Returns the treatment in a store that only Tenure uses: foreign objects there are mistakes. */
    static ForeignObjects none(ObjectKeys keys) {
        return (election, s3lectFields, version, deadline) -> S3Cell.unreadable(
                keys.of(election),
                "s3lect wrote it: if both shall use it, all of Tenure's must set shared=s3lect",
                0,
                version);
    }
}
