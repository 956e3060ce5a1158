package dev.tenure.http.peer;

import dev.tenure.Identity;
import dev.tenure.http.peer.channel.ChannelProblems;
import dev.tenure.spi.EscapingLogger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Logs each problem of the channel to a peer once, and once when it works again. Thread-safe. */
final class ChannelWarnings implements ChannelProblems {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure");
    private static final int MOST_PEERS = 1_000;

    private final Map<String, Set<String>> said = new HashMap<>();
    private boolean saidUnreachable;

    @Override
    public void failed(String peer, Throwable failure) {
        about(peer, PeerClient.problemOf(failure));
    }

    @Override
    public void contradicted(String peer, String election) {
        about(peer, "it stated a record of '" + election + "' that the store does not show");
    }

    @Override
    public synchronized void unreachable(Identity leader) {
        if (!saidUnreachable) {
            saidUnreachable = true;
            LOG.log(
                    Level.WARNING,
                    "{0} states no address of the form HOST:PORT, so that followers cannot ask it over the peer"
                            + " channel: give its candidate one",
                    leader.name());
        }
    }

    /** Logs a problem with a peer, and tells whether it is new. */
    synchronized boolean about(String peer, String problem) {
        if (said.size() >= MOST_PEERS) {
            said.clear();
        }
        boolean news = said.computeIfAbsent(peer, anew -> new TreeSet<>()).add(problem);
        if (news) {
            LOG.log(
                    Level.WARNING,
                    "the peer channel to {0} does not work, the store is read instead: {1}",
                    peer,
                    problem);
        }
        return news;
    }

    /** Returns the unsettled problems, in no order. */
    synchronized List<String> standing() {
        List<String> standing = new ArrayList<>();
        said.forEach((peer, problems) -> problems.forEach(problem -> standing.add(peer + ": " + problem)));
        return standing;
    }

    @Override
    public synchronized void works(String peer) {
        if (said.remove(peer) != null) {
            LOG.log(Level.INFO, "the peer channel to {0} works again", peer);
        }
    }
}
