package dev.tenure.spi;

/**
 * One renewal of a held lease: the store writes {@code next} if the record is still exactly {@code held}.
 *
 * @param held the lease as this instance last wrote it
 * @param next the same term with the following renewal number and a new attempt
 */
public record RenewalRequest(Lease held, Lease next) {
    public RenewalRequest {
        if (!next.isSameTerm(held)) {
            throw new IllegalArgumentException(
                    "a renewal must stay within its term: " + next + " does not follow " + held);
        }
    }
}
