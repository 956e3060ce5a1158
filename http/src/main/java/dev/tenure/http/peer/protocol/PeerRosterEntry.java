package dev.tenure.http.peer.protocol;

import dev.tenure.spi.RosterEntry;
import java.util.Set;

/**
 * What a candidate says of itself in one or more rosters: thousands of elections share what it says.
 *
 * @param enrolment what it says
 * @param rosters where
 */
public record PeerRosterEntry(RosterEntry enrolment, Set<String> rosters) {
    public PeerRosterEntry {
        rosters = Set.copyOf(rosters);
    }
}
