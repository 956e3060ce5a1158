package dev.tenure.spi;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What one candidate asks of a store in one call: {@link LeaseStore#round}. Any part may be empty.
 *
 * @param renewals leases to renew, at most one for each election
 * @param claims ballots of elections that are not renewed in the same round, at most one for each
 * @param entries this candidate's entry in each roster, by the name of the roster: {@link Roster#attend}
 * @param requests the elections whose requests are read: {@link Requests#pending}
 * @param looks the elections whose records are read: {@link LeaseStore#inspect}
 */
public record Round(
        List<RenewalRequest> renewals,
        List<Ballot> claims,
        Map<String, RosterEntry> entries,
        Collection<String> requests,
        Collection<String> looks) {

    /** Returns a round that only renews. */
    public static Round ofRenewals(List<RenewalRequest> renewals) {
        return new Round(renewals, List.of(), Map.of(), List.of(), List.of());
    }

    /** Returns a round that only claims. */
    public static Round ofClaims(List<Ballot> claims) {
        return new Round(List.of(), claims, Map.of(), List.of(), List.of());
    }

    /** Tells whether it asks for nothing. */
    public boolean isEmpty() {
        return renewals.isEmpty() && claims.isEmpty() && entries.isEmpty() && requests.isEmpty() && looks.isEmpty();
    }
}
