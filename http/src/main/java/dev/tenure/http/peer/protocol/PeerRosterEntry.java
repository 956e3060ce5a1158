package dev.tenure.http.peer.protocol;

import dev.tenure.spi.RosterEntry;
import java.util.Set;

/**
 * The roster entry of a candidate in one or more rosters: thousands of elections share one entry.
 *
 * @param rosterEntry the entry
 * @param rosters the rosters that it is in
 */
public record PeerRosterEntry(RosterEntry rosterEntry, Set<String> rosters) {
    public PeerRosterEntry {
        rosters = Set.copyOf(rosters);
    }
}
