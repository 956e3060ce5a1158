package dev.tenure.http.peer;

import dev.tenure.http.peer.state.ReceivedRequests;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import java.util.Collection;
import java.util.Map;

/** The requests of a store that has none: sent to the leader itself, and kept there. Thread-safe. */
final class PeerRequests implements Requests {
    private final ReceivedRequests receivedRequests;
    private final LeaderQueries leaderQueries;

    PeerRequests(ReceivedRequests receivedRequests, LeaderQueries leaderQueries) {
        this.receivedRequests = receivedRequests;
        this.leaderQueries = leaderQueries;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        deadline.requireLeft();
        leaderQueries.submit(request, deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        deadline.requireLeft();
        return receivedRequests.pending(elections);
    }
}
