package dev.tenure.store.kafka;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** What is asked of leaders, in the topics of their elections. Thread-safe. */
final class KafkaRequests implements Requests {
    private final Function<String, KafkaElection> contests;
    private final RecordProducer scribe;

    KafkaRequests(Function<String, KafkaElection> contests, RecordProducer scribe) {
        this.contests = contests;
        this.scribe = scribe;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        KafkaElection contest = contests.apply(request.election());
        scribe.tell(contest, FleetRecordFormat.request(contest.site().topic(), request), deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        Map<String, Request> pending = new LinkedHashMap<>();
        for (String election : elections) {
            KafkaElection contest = contests.apply(election);
            contest.reading().look(deadline);
            Request request = contest.ledger().request();
            if (request != null) {
                pending.put(election, request);
            }
        }
        return pending;
    }
}
