package dev.tenure.http.peer;

import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Says once what is wrong with the channel to a peer, not at every attempt, and once when it works again. Thread-safe. */
final class Complaints {
    private static final System.Logger LOG = System.getLogger("dev.tenure");
    private static final int MOST_PEERS = 1_000;

    private final Map<String, Set<String>> said = new HashMap<>();

    synchronized void about(String peer, String problem) {
        if (said.size() >= MOST_PEERS) {
            said.clear();
        }
        if (said.computeIfAbsent(peer, anew -> new HashSet<>()).add(problem)) {
            LOG.log(
                    Level.WARNING,
                    "the peer channel to {0} does not work, the store is read instead: {1}",
                    peer,
                    problem);
        }
    }

    synchronized void settled(String peer) {
        if (said.remove(peer) != null) {
            LOG.log(Level.INFO, "the peer channel to {0} works again", peer);
        }
    }
}
