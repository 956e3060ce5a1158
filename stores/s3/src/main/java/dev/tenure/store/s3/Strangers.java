package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;

/** What to make of objects that Tenure did not write. */
interface Strangers {

    /** Returns what a record of s3lect means. */
    Sighting met(String election, Meaning.Face face, String version, Deadline deadline);

    /** Takes in that the record is one of ours: whatever led before has ended. */
    default void metOurs(String election) {}

    /** Returns what it means that there is no object. */
    Sighting missing(String election, Deadline deadline);

    /** Returns how often to look again, a little later, before an object that has left a trace counts as missing. */
    default int patience() {
        return 0;
    }

    /** Returns the way of a store that is Tenure's alone: whoever else writes there does so by mistake. */
    static Strangers none(Keys keys) {
        return new Strangers() {
            @Override
            public Sighting met(String election, Meaning.Face face, String version, Deadline deadline) {
                return S3Cell.unreadable(
                        keys.of(election),
                        "s3lect wrote it: if both shall use it, all of Tenure's must set shared=s3lect",
                        0,
                        version);
            }

            @Override
            public Sighting missing(String election, Deadline deadline) {
                return new Sighting.Never();
            }
        };
    }
}
