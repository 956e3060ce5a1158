package dev.tenure.store.kafka;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Rosters, in the topics of the elections: one record for each member, under its own key. Thread-safe. */
final class KafkaRoster implements Roster {
    private final Function<String, KafkaElection> elections;
    private final RecordProducer recordProducer;

    KafkaRoster(Function<String, KafkaElection> elections, RecordProducer recordProducer) {
        this.elections = elections;
        this.recordProducer = recordProducer;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        List<KafkaElection> all = new ArrayList<>();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        own.forEach((roster, entry) -> {
            KafkaElection election = elections.apply(roster);
            election.view().requireTopic(deadline);
            all.add(election);
            records.add(FleetRecordFormat.rosterEntry(election.names().topic(), entry));
        });
        List<Long> offsets = recordProducer.write(records, deadline);
        Map<String, List<RosterEntry>> rosters = new LinkedHashMap<>();
        for (int each = 0; each < all.size(); each++) {
            KafkaElection election = all.get(each);
            election.view().readPast(offsets.get(each), deadline);
            rosters.put(election.names().election(), members(election, deadline));
        }
        return rosters;
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        KafkaElection election = elections.apply(roster);
        election.view().look(deadline);
        return members(election, deadline);
    }

    private static List<RosterEntry> members(KafkaElection election, Deadline deadline) {
        return election.topicState().roster(deadline.time().wallMillis());
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        deadline.requireLeft();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (String roster : rosters) {
            KafkaElection election = elections.apply(roster);
            election.view().look(deadline);
            boolean enrolled = members(election, deadline).stream()
                    .anyMatch(member -> member.candidate().instance().equals(instance));
            if (enrolled) {
                records.add(FleetRecordFormat.rosterRemoval(election.names().topic(), instance));
            }
        }
        recordProducer.write(records, deadline);
    }
}
