package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of a topic, caused by other programs: they write to it, keep transactions open in it, or delete it. */
@Tag("server")
@Timeout(120)
class TopicFaultTest {
    private static final String ELECTION = "payroll";

    /** Longer than any test here takes on a busy machine; no test waits for its end. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final String topic = KafkaTestData.newElection();

    private KafkaStore open() {
        return TestBroker.shared().store().topic(topic).open();
    }

    private static StoreCaller caller(LeaseStore store) {
        return new StoreCaller(store, ELECTION, LONG);
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> further) {
        Map<String, Object> settings = new HashMap<>(further);
        settings.put("bootstrap.servers", TestBroker.shared().address());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void deleteTopic() throws Exception {
        try (Admin admin = TestBroker.shared().admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "what is this?",
                "[]",
                "{}",
                "{\"tenure\":\"later\"}",
                "{\"tenure\":\"term\",\"election\":\"payroll\",\"replaces\":\"\"}",
                "{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"payroll\",\"replaces\":\"5\",\"state\":\"held\"}",
                "{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"payroll\",\"replaces\":\"\",\"state\":\"held\"}",
                "{\"tenure\":\"member\",\"id\":\"x\"}",
                "{\"tenure\":\"request\",\"id\":\"x\",\"election\":\"payroll\"}",
                "{\"tenure\":\"checkpoint\",\"checkpoint\":\"x\",\"election\":\"payroll\",\"present\":\"1.x\"}",
                "{\"tenure\":\"checkpoint-end\",\"checkpoint\":\"x\",\"asOf\":0,\"parts\":7,\"absent\":\"\"}",
                "{\"tenure\":\"reset\",\"id\":\"x\",\"end\":-1000000}",
            })
    @DisplayName("records of other programs, and those that name no present record, change nothing (R16)")
    void foreignRecordsChangeNothing(String value) {
        try (LeaseStore alices = open();
                LeaseStore bobs = open()) {
            StoreCaller alice = caller(alices);
            Lease held = alice.lead();
            KafkaTestData.write(topic, value);

            assertThat(alice.look().version()).isEqualTo(held.version());
            Lease next = alice.renew(held);
            assertThat(caller(bobs).look().version()).isEqualTo(next.version());
        }
    }

    @Test
    @DisplayName("a record without a value, or with an odd header, does not end the reading")
    void emptyRecordsChangeNothing() {
        try (LeaseStore store = open();
                KafkaProducer<byte[], byte[]> writing = producer(Map.of())) {
            StoreCaller alice = caller(store);
            Lease held = alice.lead();
            ProducerRecord<byte[], byte[]> odd = new ProducerRecord<>(
                    topic,
                    0,
                    null,
                    "{\"tenure\":\"left\",\"id\":\"x\",\"instance\":\"y\"}".getBytes(StandardCharsets.UTF_8));
            odd.headers().add("roster", null);
            assertThat(writing.send(odd)).succeedsWithin(StoreTestSteps.LIMIT);
            assertThat(writing.send(new ProducerRecord<>(topic, 0, null, null))).succeedsWithin(StoreTestSteps.LIMIT);

            assertThat(alice.renew(held).isSameTerm(held)).isTrue();
        }
    }

    @Test
    @DisplayName("a lease that cannot be read is waited out, and the next token is above its token (R15, R16)")
    void unreadableLeaseIsWaitedOut() {
        long token = Lease.MAX_TOKEN - 1;
        try (LeaseStore store = open()) {
            store.requests().submit(KafkaTestData.request(ELECTION), StoreTestSteps.soon()); // so that there is a topic
        }
        KafkaTestData.write(
                topic,
                "{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"payroll\",\"replaces\":\"\",\"state\":\"held\",\"token\":"
                        + token + "}");
        try (CompetingCandidates rivals = new CompetingCandidates(ELECTION, KafkaTestData.TIMING)) {
            rivals.stand("alice", open());

            Term term = rivals.awaitTermAbove(0);

            assertThat(term.token()).isEqualTo(token + 1);
        }
    }

    @Test
    @DisplayName("a transaction that another program keeps open hides nothing")
    void openTransactionHidesNothing() {
        try (LeaseStore alices = open();
                LeaseStore bobs = open();
                KafkaProducer<byte[], byte[]> other = producer(Map.of("transactional.id", "other-" + topic))) {
            StoreCaller alice = caller(alices);
            Lease first = alice.lead();
            other.initTransactions();
            other.beginTransaction();
            assertThat(other.send(new ProducerRecord<>(topic, 0, null, new byte[0])))
                    .succeedsWithin(StoreTestSteps.LIMIT);

            Lease next = alice.renew(alice.renew(first));

            assertThat(caller(bobs).look().version()).isEqualTo(next.version());
        }
    }

    @Test
    @DisplayName(
            "the end of a transaction of another program looks like a lost record: all agree to wait elections out")
    void endedTransactionIsLikeLostRecord() {
        try (LeaseStore alices = open();
                LeaseStore bobs = open();
                KafkaProducer<byte[], byte[]> other = producer(Map.of("transactional.id", "other-" + topic))) {
            StoreCaller alice = caller(alices);
            Lease held = alice.lead();
            other.initTransactions();
            other.beginTransaction();
            assertThat(other.send(new ProducerRecord<>(topic, 0, null, new byte[0])))
                    .succeedsWithin(StoreTestSteps.LIMIT);
            other.commitTransaction(); // writes a mark, which no consumer gets

            Sighting unknown = alice.look();

            assertThat(unknown)
                    .isInstanceOf(Sighting.Unreadable.class)
                    .isEqualTo(caller(bobs).look());
            assertThat(alice.tryToRenew(held, StoreTestSteps.LIMIT)).isInstanceOf(Renewal.Refused.class);
        }
    }

    @Test
    @DisplayName("a topic that was deleted and created again is read anew, however long it has become")
    void recreatedTopicIsReadAnew() throws Exception {
        try (LeaseStore alices = open();
                LeaseStore bobs = open()) {
            StoreCaller alice = caller(alices);
            Lease last = alice.renew(alice.renew(alice.lead()));
            KafkaTestData.recreate(topic);
            for (int each = 0; each < 20; each++) {
                bobs.requests().submit(KafkaTestData.request(ELECTION), StoreTestSteps.soon());
            }

            StoreTestSteps.await("alice reads it anew", () -> alice.look() instanceof Sighting.Never);
            assertThat(alice.tryToRenew(last, StoreTestSteps.LIMIT)).isInstanceOf(Renewal.Refused.class);
        }
    }

    @Test
    @DisplayName("tokens grow and one leads after the topic was deleted while a leader and a follower go on (R7, R15)")
    void tokensGrowAfterTopicIsDeleted() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(ELECTION, KafkaTestData.TIMING)) {
            rivals.stand("alice", open());
            rivals.stand("bob", open());
            Term first = rivals.awaitTermAbove(0);
            deleteTopic();

            rivals.awaitTermAbove(first.token());

            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a look ends however much others write, and reads no record twice (NL-D13)")
    void lookReadsNoRecordTwice() throws Exception {
        try (LeaseStore alices = TestBroker.shared()
                        .store()
                        .topic(topic)
                        .clientSetting("client.id", topic)
                        .open();
                KafkaProducer<byte[], byte[]> writing = producer(Map.of("linger.ms", 0))) {
            StoreCaller alice = caller(alices);
            alice.lead();
            AtomicInteger wakeUps = new AtomicInteger();
            AtomicBoolean enough = new AtomicBoolean();
            try (Backend.Watch watch = alices.watch(ELECTION, wakeUps::incrementAndGet)) {
                alice.look();
                Object begunMillis = readingSince();
                Thread others = new Thread(() -> {
                    while (!enough.get()) {
                        assertThat(writing.send(new ProducerRecord<>(topic, 0, null, new byte[0])))
                                .succeedsWithin(StoreTestSteps.LIMIT);
                    }
                });
                others.start();
                for (int look = 0; look < 200; look++) {
                    alice.look();
                }
                enough.set(true);
                others.join();
                assertThat(readingSince()).as("when the log was last begun").isEqualTo(begunMillis);
                assertThat(watch).isNotNull();
            }
            assertThat(wakeUps.get())
                    .as("wake-ups, of which one may be for the claim")
                    .isLessThan(2);
        }
    }

    /** Returns since when the consumer is there that reads; the log is read anew by another one. */
    private Object readingSince() throws JMException {
        ObjectName consumer = new ObjectName("kafka.consumer:type=app-info,id=" + topic);
        return ManagementFactory.getPlatformMBeanServer().getAttribute(consumer, "StartTimeMs");
    }
}
