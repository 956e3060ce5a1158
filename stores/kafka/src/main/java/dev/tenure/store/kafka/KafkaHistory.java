package dev.tenure.store.kafka;

import dev.tenure.HistoryEntry;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import java.util.List;
import java.util.function.Function;

/** The history of elections, in their topics, for as long as these keep records. Thread-safe. */
final class KafkaHistory implements History {
    private final Function<String, KafkaElection> elections;
    private final RecordProducer recordProducer;

    KafkaHistory(Function<String, KafkaElection> elections, RecordProducer recordProducer) {
        this.elections = elections;
        this.recordProducer = recordProducer;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        KafkaElection election = elections.apply(entry.election());
        recordProducer.append(
                election, FleetRecordFormat.history(election.names().topic(), entry), deadline);
    }

    @Override
    public List<HistoryEntry> last(String name, int most, Deadline deadline) {
        KafkaElection election = elections.apply(name);
        election.view().look(deadline);
        return election.topicState().history(most);
    }
}
