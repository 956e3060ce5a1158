package dev.tenure.http.peer;

import dev.tenure.spi.RosterEntry;
import java.util.Set;

/**
 * What a candidate says of itself in one or more rosters: thousands of elections share what it says.
 *
 * @param enrolment what it says
 * @param rosters where
 */
record PeerRosterEntry(RosterEntry enrolment, Set<String> rosters) {
    PeerRosterEntry {
        rosters = Set.copyOf(rosters);
    }
}
