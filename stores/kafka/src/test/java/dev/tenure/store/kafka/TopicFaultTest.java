package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.Term;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faults of topics, caused by other programs: they write to it, keep transactions open in it, or delete it. */
@Tag("server")
@Timeout(120)
class TopicFaultTest {
    private static final String PREFIX = "topics";

    /** Longer than any test: a member that leaves the group when its lease is over is woken, too. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final String election = KafkaTestData.newElection();
    private final String topic = TopicNames.of(PREFIX, election);

    private static KafkaStore open() {
        return TestBroker.shared().store().prefix(PREFIX).open();
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> further) {
        Map<String, Object> settings = new HashMap<>(further);
        settings.put("bootstrap.servers", TestBroker.shared().address());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private ProducerRecord<byte[], byte[]> record(String key) {
        return new ProducerRecord<>(topic, 0, RecordHeaders.bytes(key), new byte[0]);
    }

    private void createTopic() throws Exception {
        try (Admin admin = TestBroker.shared().admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
    }

    private void deleteTopic() throws Exception {
        try (Admin admin = TestBroker.shared().admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    @Test
    @DisplayName("a record with an empty field, or without most fields, does not end the reading and is waited out")
    void malformedRecordsAreWaitedOut() throws Exception {
        createTopic();
        ProducerRecord<byte[], byte[]> empty = record("term");
        empty.headers().add(RecordHeaders.KIND, null);
        ProducerRecord<byte[], byte[]> half = record("term");
        RecordHeaders.of(half)
                .with(RecordHeaders.KIND, TermRecordFormat.HEARTBEAT)
                .with("token", Lease.MAX_TOKEN - 1);
        try (KafkaProducer<byte[], byte[]> writing = producer(Map.of())) {
            writing.send(empty).get();
            writing.send(half).get();
        }
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            rivals.stand("alice", open());

            Term term = rivals.awaitTermAbove(0);

            assertThat(term.token()).isEqualTo(Lease.MAX_TOKEN);
        }
    }

    @Test
    @DisplayName("heartbeats behind an open transaction of another program count: nobody takes over")
    void heartbeatsBehindOpenTransactionCount() {
        StoreCaller alice;
        Lease first;
        Sighting seen;
        try (KafkaProducer<byte[], byte[]> other = producer(Map.of("transactional.id", "other-" + election));
                LeaseStore bobs = open()) {
            StoreCaller bob = new StoreCaller(bobs, election);
            try (LeaseStore alices = open()) {
                alice = new StoreCaller(alices, election);
                first = alice.lead();
                seen = bob.look();
                other.initTransactions();
                other.beginTransaction();
                assertThat(other.send(record("whatever"))).succeedsWithin(StoreTestSteps.LIMIT);
                alice.renew(alice.renew(first));
            }
            assertThat(seen.version()).isEqualTo(first.version());
            StoreTestSteps.await("alice has left the group", () -> BrokerState.members(topic) == 0);

            assertThatThrownBy(() -> claimOnceChosen(bob, seen))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.kind()).isEqualTo(StoreException.Kind.UNREACHABLE));
            other.abortTransaction();

            assertThat(bob.claim(seen, StoreTestSteps.soon())).isInstanceOf(Answer.Refused.class);
        }
    }

    /** Claims until the group has chosen the caller: claims without a registration are refused before. */
    private static Answer claimOnceChosen(StoreCaller caller, Sighting seen) {
        Answer[] answer = new Answer[1];
        StoreTestSteps.await("it is chosen", () -> {
            answer[0] = caller.claim(seen, Deadline.after(TimeSource.system(), Duration.ofSeconds(3)));
            return answer[0] instanceof Answer.Granted || !answer[0].toString().contains(seen.version());
        });
        return answer[0];
    }

    @Test
    @DisplayName("a topic that was deleted and created again is waited out, also by newcomers")
    void recreatedTopicIsWaitedOut() throws Exception {
        try (LeaseStore alices = open()) {
            new StoreCaller(alices, election).lead();
        }
        deleteTopic();
        StoreTestSteps.await("it can be created again", this::isCreatedAgain);
        try (LeaseStore bobs = open()) {
            StoreCaller bob = new StoreCaller(bobs, election);
            Sighting shown = bob.look();

            assertThat(shown).isInstanceOf(Sighting.Unreadable.class);
            StoreTestSteps.await(
                    "it is granted", () -> bob.claim(shown, StoreTestSteps.soon()) instanceof Answer.Granted);
        }
    }

    private boolean isCreatedAgain() {
        try {
            createTopic();
            return true;
        } catch (Exception stillBeingDeleted) {
            return false;
        }
    }

    @Test
    @DisplayName("a topic that was deleted and created again is read from its beginning, however long it is")
    void recreatedTopicIsReadFromBeginning() throws Exception {
        try (LeaseStore alices = open()) {
            StoreCaller alice = new StoreCaller(alices, election);
            Lease first = alice.renew(alice.renew(alice.lead()));
            deleteTopic();
            StoreTestSteps.await("it can be created again", this::isCreatedAgain);

            assertThat(alice.look().version()).isNotEqualTo(first.version());
            try (LeaseStore bobs = open()) {
                for (int each = 0; each < 20; each++) {
                    bobs.requests().submit(KafkaTestData.request(election), StoreTestSteps.soon());
                }
            }
            assertThat(alice.look().version()).isNotEqualTo(first.version());
        }
    }

    @Test
    @DisplayName("a look reads no record twice while others write")
    void lookReadsNoRecordTwice() throws Exception {
        try (LeaseStore alices = TestBroker.shared()
                        .store()
                        .prefix(PREFIX)
                        .sessionTimeout(LONG)
                        .open();
                KafkaProducer<byte[], byte[]> writing = producer(Map.of("linger.ms", 0))) {
            StoreCaller alice = new StoreCaller(alices, election, LONG);
            alice.lead();
            AtomicInteger wakeUps = new AtomicInteger();
            AtomicBoolean enough = new AtomicBoolean();
            try (Backend.Watch watch = alices.watch(election, wakeUps::incrementAndGet)) {
                alice.look();
                Thread others = new Thread(() -> {
                    while (!enough.get()) {
                        assertThat(writing.send(record("whatever"))).succeedsWithin(StoreTestSteps.LIMIT);
                    }
                });
                others.start();
                for (int look = 0; look < 200; look++) {
                    alice.look();
                }
                enough.set(true);
                others.join();
                assertThat(watch).isNotNull();
            }
            assertThat(wakeUps).hasValue(0);
        }
    }
}
