package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.BrokerState;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.StoreDescription;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that start when the beginning of the log is deleted, or far away. */
@Tag("server")
@Timeout(120)
class CheckpointTest {
    private static final CheckpointSchedule.Distance SHORT = new CheckpointSchedule.Distance(20, Duration.ofHours(1));

    /** Longer than any test here takes on a busy machine; no test waits for its end. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final String topic = KafkaTestData.newElection();
    private final TopicPartition partition = new TopicPartition(topic, 0);

    /** A store with checkpoints that are nearer to each other than usual. */
    private static final class TestStore extends CompositeStore {
        private final LogElections elections;

        TestStore(String topic, CheckpointSchedule.Distance distance) {
            this(new LogElections(
                    topic,
                    new ClientSettings(
                            Map.of("bootstrap.servers", TestBroker.shared().address())),
                    true,
                    distance));
        }

        private TestStore(LogElections elections) {
            super(new StoreDescription("kafka", "", elections.timing(), elections.capabilities()), elections.parts());
            this.elections = elections;
        }

        @Override
        public void checkName(String election) {
            elections.checkName(election);
        }

        @Override
        protected void closeResources() {
            elections.close();
        }
    }

    private LeaseStore open() {
        return new TestStore(topic, SHORT);
    }

    private static StoreCaller caller(LeaseStore store, String election) {
        return new StoreCaller(store, election, LONG);
    }

    private List<LogRecord> records() {
        RecordFormat format = new RecordFormat(topic);
        return BrokerState.records(topic).stream().map(format::read).toList();
    }

    private List<LogRecord.CheckpointEnd> checkpoints() {
        return records().stream()
                .filter(LogRecord.CheckpointEnd.class::isInstance)
                .map(LogRecord.CheckpointEnd.class::cast)
                .toList();
    }

    private void deleteRecordsBefore(long offset) throws Exception {
        try (Admin admin = TestBroker.shared().admin()) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    @Test
    @DisplayName("a process that can read only from the last checkpoint on knows every election")
    void startFromCheckpoint() throws Exception {
        try (LeaseStore first = open()) {
            long released = caller(first, "released").leadAndRelease();
            Sighting mark = first.inspect("released", StoreTestSteps.soon());
            StoreCaller alice = caller(first, "held");
            Lease held = alice.lead();
            while (checkpoints().isEmpty()) {
                held = alice.renew(held);
            }
            Lease last = alice.renew(held);
            deleteRecordsBefore(checkpoints().get(0).asOf().offset());
            try (LeaseStore second = open()) {
                assertThat(second.inspect("held", StoreTestSteps.soon()).version())
                        .isEqualTo(last.version());
                assertThat(second.inspect("released", StoreTestSteps.soon())).isEqualTo(mark);
                assertThat(mark.lastToken()).isEqualTo(released);
                assertThat(second.inspect("never", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
                assertThat(second.elections(StoreTestSteps.soon())).containsExactlyInAnyOrder("held", "released");

                assertThat(caller(second, "never").lead()).isNotNull();
                assertThat(alice.renew(last).isSameTerm(last)).isTrue();
            }
        }
    }

    @Test
    @DisplayName(
            "of several processes that read the same record one writes the checkpoint, and a long log is started near its end")
    void oneProcessWritesEachCheckpoint() {
        try (LeaseStore first = open();
                LeaseStore second = open()) {
            StoreCaller alice = caller(first, "a");
            StoreCaller bob = caller(second, "b");
            Lease one = alice.lead();
            Lease other = bob.lead();
            for (int each = 0; each < 100; each++) {
                one = alice.renew(one);
                other = bob.renew(other);
            }
            StoreTestSteps.await("there are checkpoints", () -> checkpoints().size() >= 3);
            assertThat(checkpoints()).hasSizeLessThan(records().size() / 10);
            try (LeaseStore third = open()) {
                assertThat(third.inspect("a", StoreTestSteps.soon()).version()).isEqualTo(one.version());
                assertThat(third.inspect("b", StoreTestSteps.soon()).version()).isEqualTo(other.version());
            }
        }
    }

    @Test
    @DisplayName("where no checkpoint is left every election is waited out, and all agree on that")
    void withoutCheckpointEveryElectionIsWaitedOut() throws Exception {
        try (LeaseStore first = new TestStore(topic, CheckpointSchedule.Distance.DEFAULT);
                LeaseStore second = new TestStore(topic, CheckpointSchedule.Distance.DEFAULT)) {
            StoreCaller alice = caller(first, "held");
            Lease held = alice.renew(alice.lead());
            deleteRecordsBefore(records().size());
            StoreCaller bob = caller(second, "held");
            Sighting lost = bob.look();
            assertThat(lost).isInstanceOf(Sighting.Unreadable.class);

            Answer refused = bob.claim(lost, StoreTestSteps.soon());
            Sighting unknown = ((Answer.Refused) refused).found();

            assertThat(unknown).isInstanceOf(Sighting.Unreadable.class).isEqualTo(alice.look());
            assertThat(alice.tryToRenew(held, StoreTestSteps.LIMIT)).isInstanceOf(Renewal.Refused.class);
            assertThat(bob.claim(unknown, StoreTestSteps.soon())).isInstanceOf(Answer.Granted.class);
            assertThat(alice.look()).isEqualTo(bob.look());
        }
    }
}
