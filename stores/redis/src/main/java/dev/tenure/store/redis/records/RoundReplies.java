package dev.tenure.store.redis.records;

import dev.tenure.spi.Renewal;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the scripts of one round replied so far, by election.
 *
 * @param renewals the outcomes of renewals
 * @param rosters the entries of rosters
 * @param requests the requests to leaders
 * @param sightings what records show
 */
record RoundReplies(
        Map<String, Renewal> renewals,
        Map<String, List<RosterEntry>> rosters,
        Map<String, Request> requests,
        Map<String, Sighting> sightings) {
    RoundReplies() {
        this(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
    }

    Optional<Renewal> renewal(String election) {
        return Optional.ofNullable(renewals.get(election));
    }
}
