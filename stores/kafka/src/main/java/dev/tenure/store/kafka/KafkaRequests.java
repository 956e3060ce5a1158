package dev.tenure.store.kafka;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Requests to leaders, in the topics of their elections. Thread-safe. */
final class KafkaRequests implements Requests {
    private final Function<String, KafkaElection> elections;
    private final RecordProducer recordProducer;

    KafkaRequests(Function<String, KafkaElection> elections, RecordProducer recordProducer) {
        this.elections = elections;
        this.recordProducer = recordProducer;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        KafkaElection election = elections.apply(request.election());
        recordProducer.append(
                election, FleetRecordFormat.request(election.names().topic(), request), deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> names, Deadline deadline) {
        Map<String, Request> pending = new LinkedHashMap<>();
        for (String name : names) {
            KafkaElection election = elections.apply(name);
            election.view().look(deadline);
            Request request = election.topicState().request();
            if (request != null) {
                pending.put(name, request);
            }
        }
        return pending;
    }
}
