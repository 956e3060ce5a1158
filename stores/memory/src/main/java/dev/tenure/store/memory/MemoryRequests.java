package dev.tenure.store.memory;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The requests of a store in memory, one per election at most. Thread-safe. */
final class MemoryRequests implements Requests {
    private final Map<String, Request> requests = new ConcurrentHashMap<>();
    private final Consumer<String> wake;

    /** Makes a store of requests that tells of each election that has a new one, on the thread that submits it. */
    MemoryRequests(Consumer<String> wake) {
        this.wake = wake;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        deadline.requireLeft();
        requests.put(request.election(), request);
        wake.accept(request.election());
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        deadline.requireLeft();
        Map<String, Request> found = new HashMap<>();
        for (String election : elections) {
            Request request = requests.get(election);
            if (request != null) {
                found.put(election, request);
            }
        }
        return found;
    }
}
