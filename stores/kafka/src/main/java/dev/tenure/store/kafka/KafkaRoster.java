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

/** Who stands, in the topics of the elections: a record each, under a key of its own. Thread-safe. */
final class KafkaRoster implements Roster {
    private final Function<String, KafkaElection> contests;
    private final RecordProducer scribe;

    KafkaRoster(Function<String, KafkaElection> contests, RecordProducer scribe) {
        this.contests = contests;
        this.scribe = scribe;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        List<KafkaElection> all = new ArrayList<>();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        own.forEach((roster, entry) -> {
            KafkaElection contest = contests.apply(roster);
            contest.reading().requireTopic(deadline);
            all.add(contest);
            records.add(FleetRecordFormat.enrolment(contest.site().topic(), entry));
        });
        List<Long> offsets = scribe.write(records, deadline);
        Map<String, List<RosterEntry>> rosters = new LinkedHashMap<>();
        for (int each = 0; each < all.size(); each++) {
            KafkaElection contest = all.get(each);
            contest.reading().readPast(offsets.get(each), deadline);
            rosters.put(contest.site().election(), members(contest, deadline));
        }
        return rosters;
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        KafkaElection contest = contests.apply(roster);
        contest.reading().look(deadline);
        return members(contest, deadline);
    }

    private static List<RosterEntry> members(KafkaElection contest, Deadline deadline) {
        return contest.ledger().roster(deadline.time().wallMillis());
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        deadline.requireLeft();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (String roster : rosters) {
            KafkaElection contest = contests.apply(roster);
            contest.reading().look(deadline);
            boolean enrolled = members(contest, deadline).stream()
                    .anyMatch(member -> member.candidate().instance().equals(instance));
            if (enrolled) {
                records.add(FleetRecordFormat.leaving(contest.site().topic(), instance));
            }
        }
        scribe.write(records, deadline);
    }
}
