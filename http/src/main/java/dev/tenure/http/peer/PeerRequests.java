package dev.tenure.http.peer;

import dev.tenure.http.peer.state.ReceivedRequests;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import java.util.Collection;
import java.util.Map;

/** The requests of a store that passes none on: handed to the leader itself, and kept there. Thread-safe. */
final class PeerRequests implements Requests {
    private final ReceivedRequests inbox;
    private final LeaderQueries outreach;

    PeerRequests(ReceivedRequests inbox, LeaderQueries outreach) {
        this.inbox = inbox;
        this.outreach = outreach;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        deadline.requireLeft();
        outreach.submit(request, deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        deadline.requireLeft();
        return inbox.pending(elections);
    }
}
