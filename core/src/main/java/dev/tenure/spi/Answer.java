package dev.tenure.spi;

/** What a store answered to a claim. */
public sealed interface Answer {

    /**
     * The lease is now the candidate's.
     *
     * @param lease as it was really stored
     */
    record Granted(Lease lease) implements Answer {}

    /**
     * Nothing was written: the record is not the one the claim named, or its lease still runs.
     *
     * @param found what is there instead
     */
    record Refused(Sighting found) implements Answer {}
}
