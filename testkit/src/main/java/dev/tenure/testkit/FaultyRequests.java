package dev.tenure.testkit;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.testkit.FaultyStore.Operation;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Requests whose calls go wrong as scripted. Thread-safe. */
final class FaultyRequests implements Requests {
    private final Requests requests;
    private final FaultyStore faults;

    FaultyRequests(Requests requests, FaultyStore faults) {
        this.requests = requests;
        this.faults = faults;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        faults.call(Operation.SUBMIT, List.of(request.election()), deadline, by -> {
            requests.submit(request, by);
            return request;
        });
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        return faults.call(Operation.PENDING, elections, deadline, by -> requests.pending(elections, by));
    }
}
