package dev.tenure.store.postgres.tables;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;

/**
 * Refuses a claim for which no higher token is left. Only a damaged or forged row has so high a token. A lower one
 * would count as stale wherever the high one was seen, so an operator must correct the row.
 */
public final class TokenLimitCheck {
    private TokenLimitCheck() {}

    /**
     * Throws if a claim that was not granted would have been, had there been a higher token.
     *
     * @param found the row that the claim found
     * @param remedy what an operator must do to the row
     */
    public static void require(Ballot ballot, Sighting found, String remedy) {
        if (Math.max(found.lastToken(), ballot.condition().highestToken()) < Lease.MAX_TOKEN
                || !isFree(ballot, found)) {
            return;
        }
        String says = found.lastToken() < Lease.MAX_TOKEN
                ? "this candidate has seen token " + ballot.condition().highestToken()
                        + " in it, and there is no higher one to give: restart this candidate"
                : "its row shows token " + found.lastToken() + ", and there is no higher one to give: " + remedy
                        + ", then restart the candidates that stand in it";
        throw new StoreException(Kind.MISCONFIGURED, "claiming " + ballot.election() + " is refused: " + says);
    }

    private static boolean isFree(Ballot ballot, Sighting found) {
        Sighting replacing = ballot.condition().replacing();
        if (replacing != null && !replacing.version().equals(found.version())) {
            return false;
        }
        if (ballot.condition().waitedOut()) {
            return !ballot.condition().requiresRelease() || isKnownTermReleasedTo(ballot, found);
        }
        if (found instanceof Sighting.Held held) {
            return held.remainingTime() != null
                    && held.remainingTime().remaining().isZero();
        }
        return found instanceof Sighting.Never || isReleasedTo(ballot, found);
    }

    /** A successor that claims without a look takes over only the term it knows. */
    private static boolean isKnownTermReleasedTo(Ballot ballot, Sighting found) {
        return found.lastToken() == ballot.condition().highestToken() && isReleasedTo(ballot, found);
    }

    private static boolean isReleasedTo(Ballot ballot, Sighting found) {
        if (!(found instanceof Sighting.Released released)) {
            return false;
        }
        Reservation reservation = released.reservation();
        return reservation == null
                || reservation.instance().equals(ballot.candidate().instance());
    }
}
