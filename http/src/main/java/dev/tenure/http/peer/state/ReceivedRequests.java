package dev.tenure.http.peer.state;

import dev.tenure.spi.Request;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The requests to leaders in this process: the last one for each election. Thread-safe. */
public final class ReceivedRequests {
    private final Map<String, Request> requests = new HashMap<>();

    public synchronized void put(Request request) {
        requests.put(request.election(), request);
    }

    /** Forgets what was asked of a term that is over. */
    public synchronized void forget(String election, long token) {
        requests.computeIfPresent(election, (name, request) -> request.token() == token ? null : request);
    }

    public synchronized Map<String, Request> pending(Collection<String> elections) {
        Map<String, Request> pending = new HashMap<>(requests);
        pending.keySet().retainAll(elections);
        return pending;
    }
}
