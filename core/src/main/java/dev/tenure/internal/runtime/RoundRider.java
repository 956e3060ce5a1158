package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.RoundAnswer;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What travels along when leases are renewed or looked at: rosters, and requests to leaders. On the loop. */
public interface RoundRider {

    /**
     * Entries for rosters, and elections whose requests are read.
     *
     * @param entries this candidate's entries, by the name of the roster
     * @param requests the names of the elections
     * @param withinNanos how long the call may take if nothing else travels
     */
    record Ride(Map<String, RosterEntry> entries, Collection<String> requests, long withinNanos) {
        public static final Ride NONE = new Ride(Map.of(), List.of(), 0);

        public boolean isEmpty() {
            return entries.isEmpty() && requests.isEmpty();
        }
    }

    /** Takes what is due, or will be soon, to travel with a call that leaves now. */
    Ride board();

    /** Takes in the answer to what has travelled. */
    void arrived(Ride ride, RoundAnswer answer);

    /** Takes in that a call failed with which something travelled. */
    void failed(Ride ride, StoreException failure);
}
