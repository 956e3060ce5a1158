package dev.tenure.store.kafka;

import dev.tenure.HistoryEntry;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import java.util.List;
import java.util.function.Function;

/** What happened, in the topics of the elections, for as long as they keep records. Thread-safe. */
final class KafkaHistory implements History {
    private final Function<String, KafkaElection> contests;
    private final RecordProducer scribe;

    KafkaHistory(Function<String, KafkaElection> contests, RecordProducer scribe) {
        this.contests = contests;
        this.scribe = scribe;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        KafkaElection contest = contests.apply(entry.election());
        scribe.tell(contest, FleetRecordFormat.history(contest.site().topic(), entry), deadline);
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        KafkaElection contest = contests.apply(election);
        contest.reading().look(deadline);
        return contest.ledger().history(most);
    }
}
