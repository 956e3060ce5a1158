package dev.tenure.spi;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The candidates in the elections of a store: each writes its own entry, again and again, and reads those of the
 * others. Calls block, and each carries the deadline it must answer by. Thread-safe.
 *
 * <p>A roster has a name, which {@link Backend#checkName} accepts: that of its election, or of a whole set of them. It
 * only ever orders candidates and picks a successor, so it need be neither atomic nor durable; a lost entry comes back
 * with the next beat. Whether an entry is alive is for others to judge, by whether its {@link RosterEntry#heartbeat}
 * goes on. A store may drop entries whose beat stood still for an hour by any clock.
 *
 * <p>A store that learns by itself that a candidate has died need not write every beat of an entry that says nothing
 * new. Then what it writes is valid for longer than the candidate said, so that others do not take it for dead.
 */
public interface Roster {

    /**
     * Writes one entry of the calling candidate to each of the named rosters, replacing its earlier one, and returns
     * everybody's entries in each of them, the caller's included. In one go where the store can; if it fails, whatever
     * the kind, some of the entries may have been written, and attending again is always safe. Rosters that alone
     * failed may be left out of what is returned: nothing is concluded of them.
     */
    Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline);

    /** Returns the entries of a roster, in no order; those of candidates that died recently may be among them. */
    List<RosterEntry> members(String roster, Deadline deadline);

    /** Removes an instance's entries from the named rosters; does nothing where it has none. */
    void leave(Collection<String> rosters, String instance, Deadline deadline);
}
