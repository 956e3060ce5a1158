package dev.tenure.spi;

/** What a store answered to a renewal. */
public sealed interface Renewal {

    /**
     * The lease runs anew.
     *
     * @param lease as it was really stored
     */
    record Renewed(Lease lease) implements Renewal {}

    /**
     * Nothing was written: the record is not the lease that was to be renewed.
     *
     * <p>That is loss only if {@code found} is of another term. It may be the same term under another renewal number:
     * an earlier attempt whose answer was lost.
     *
     * @param found what is there instead
     */
    record Refused(Sighting found) implements Renewal {}

    /**
     * Nothing was written, and nothing ever will be for this term, whatever the record shows: the store has shut its
     * holder out.
     *
     * @param cause how, for people
     */
    record Lost(String cause) implements Renewal {}
}
