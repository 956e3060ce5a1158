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
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What others do to the topic of an election: write to it, keep transactions open in it, delete it. */
@Tag("server")
@Timeout(120)
class TopicFaultTest {
    private static final String PREFIX = "topics";

    /** Longer than any test: who leaves the group when its lease is over is woken, too. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final String election = Sample.newElection();
    private final String topic = TopicNames.of(PREFIX, election);

    private static KafkaStore open() {
        return TestBroker.shared().store().prefix(PREFIX).open();
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> further) {
        Map<String, Object> settings = new java.util.HashMap<>(further);
        settings.put("bootstrap.servers", TestBroker.shared().address());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private ProducerRecord<byte[], byte[]> record(String key) {
        return new ProducerRecord<>(topic, 0, RecordHeaders.bytes(key), new byte[0]);
    }

    private void makeTopic() throws Exception {
        try (Admin admin = TestBroker.shared().admin()) {
            admin.createTopics(List.of(new org.apache.kafka.clients.admin.NewTopic(topic, 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    private void deleteTopic() throws Exception {
        try (Admin admin = TestBroker.shared().admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    @Test
    @DisplayName("no record, however odd, ends the reading: one with an empty field, and one with half of its fields")
    void oddRecordsAreWaitedOut() throws Exception {
        makeTopic();
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
        try (CompetingCandidates rivals = new CompetingCandidates(election, Sample.TIMING)) {
            rivals.stand("alice", open());

            Term term = rivals.awaitTermAbove(0);

            assertThat(term.token()).isEqualTo(Lease.MAX_TOKEN);
        }
    }

    @Test
    @DisplayName("heartbeats that an open transaction of others hides are not overlooked: nobody takes over meanwhile")
    void hiddenHeartbeatsCount() {
        Asking alice;
        Lease first;
        Sighting seen;
        try (KafkaProducer<byte[], byte[]> other = producer(Map.of("transactional.id", "other-" + election));
                LeaseStore bobs = open()) {
            Asking bob = new Asking(bobs, election);
            try (LeaseStore alices = open()) {
                alice = new Asking(alices, election);
                first = alice.lead();
                seen = bob.look();
                other.initTransactions();
                other.beginTransaction();
                assertThat(other.send(record("whatever"))).succeedsWithin(StoreTestSteps.LIMIT);
                alice.renew(alice.renew(first));
            }
            assertThat(seen.version()).isEqualTo(first.version());
            StoreTestSteps.await("alice has left the group", () -> Topics.members(topic) == 0);

            assertThatThrownBy(() -> claimPatiently(bob, seen))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.kind()).isEqualTo(StoreException.Kind.UNREACHABLE));
            other.abortTransaction();

            assertThat(bob.claim(seen, StoreTestSteps.soon())).isInstanceOf(Answer.Refused.class);
        }
    }

    /** The first claims of one who does not stand are refused until the group has chosen it. */
    private static Answer claimPatiently(Asking asking, Sighting seen) {
        Answer[] answer = new Answer[1];
        StoreTestSteps.await("it is chosen", () -> {
            answer[0] = asking.claim(seen, Deadline.after(TimeSource.system(), Duration.ofSeconds(3)));
            return answer[0] instanceof Answer.Granted || !answer[0].toString().contains(seen.version());
        });
        return answer[0];
    }

    @Test
    @DisplayName("a topic that was made anew does not hide that somebody led a moment ago, not even from newcomers")
    void aTopicMadeAnewIsWaitedOut() throws Exception {
        try (LeaseStore alices = open()) {
            new Asking(alices, election).lead();
        }
        deleteTopic();
        StoreTestSteps.await("it can be made again", this::isMadeAgain);
        try (LeaseStore bobs = open()) {
            Asking bob = new Asking(bobs, election);
            Sighting shown = bob.look();

            assertThat(shown).isInstanceOf(Sighting.Unreadable.class);
            StoreTestSteps.await(
                    "it is granted", () -> bob.claim(shown, StoreTestSteps.soon()) instanceof Answer.Granted);
        }
    }

    private boolean isMadeAgain() {
        try {
            makeTopic();
            return true;
        } catch (Exception stillBeingDeleted) {
            return false;
        }
    }

    @Test
    @DisplayName("who wrote to a topic that was made anew meanwhile, and is as long again, reads all of the new one")
    void aTopicMadeAnewIsReadFromItsBeginning() throws Exception {
        try (LeaseStore alices = open()) {
            Asking alice = new Asking(alices, election);
            Lease first = alice.renew(alice.renew(alice.lead()));
            deleteTopic();
            StoreTestSteps.await("it can be made again", this::isMadeAgain);

            assertThat(alice.look().version()).isNotEqualTo(first.version());
            try (LeaseStore bobs = open()) {
                for (int each = 0; each < 20; each++) {
                    bobs.requests().submit(Sample.request(election), StoreTestSteps.soon());
                }
            }
            assertThat(alice.look().version()).isNotEqualTo(first.version());
        }
    }

    @Test
    @DisplayName("looking while others write reads nothing twice")
    void lookingReadsNothingTwice() throws Exception {
        try (LeaseStore alices = TestBroker.shared()
                        .store()
                        .prefix(PREFIX)
                        .sessionTimeout(LONG)
                        .open();
                KafkaProducer<byte[], byte[]> writing = producer(Map.of("linger.ms", 0))) {
            Asking alice = new Asking(alices, election, LONG);
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
