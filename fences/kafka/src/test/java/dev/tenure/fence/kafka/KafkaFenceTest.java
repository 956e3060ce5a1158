package dev.tenure.fence.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.StaleTokenException;
import dev.tenure.spi.FenceMark;
import dev.tenure.store.kafka.BrokerProcess;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fence of a topic. */
@Tag("server")
class KafkaFenceTest extends FenceContract {
    private static final BrokerProcess BROKER = new BrokerProcess();
    private static final FenceMark SECOND = new FenceMark("any", "payroll", 2);
    private static final AtomicInteger TOPICS = new AtomicInteger();

    @AfterAll
    static void stop() {
        BROKER.close();
    }

    @Override
    protected FencedSet newSet() throws Exception {
        return set();
    }

    private static KafkaFencedSet set() throws InterruptedException, ExecutionException {
        String topic = "accounts-" + TOPICS.incrementAndGet();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER.address()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
        return new KafkaFencedSet(topic + " " + BROKER.address());
    }

    /** The broker alone knows which producer came last, and would let an older leader replace a later one. */
    @Test
    void olderLeaderThatOpensLaterDisturbsNobody() throws Exception {
        KafkaFencedSet set = set();
        try (FencedProducer<String, String> second = set.fence().open(set.settings(), "payroll", 2)) {
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> set.fence().open(set.settings(), "payroll", 1));

            second.write(List.of(set.record(Set.of("second"))));
        }
        assertThat(set.words()).containsExactly("second");
    }

    /** The client has no exception of its own for some answers that the broker gives when another producer came. */
    @ParameterizedTest
    @MethodSource("failuresOfAContest")
    void openingIsTriedAgainWhenAnotherProducerCameInBetween(RuntimeException failure) throws Exception {
        KafkaFencedSet set = set();
        Queue<Producer<String, String>> producers = producers(set, failure);
        try (FencedProducer<String, String> opened =
                FencedProducer.open(set.fence(), SECOND, set.admin(), producers::remove)) {
            opened.write(List.of(set.record(Set.of("second"))));
        }
        assertThat(set.words()).containsExactly("second");
    }

    static List<RuntimeException> failuresOfAContest() {
        return List.of(
                new KafkaException("Unexpected error in TxnOffsetCommitResponse: the broker's words"),
                new KafkaException(
                        "in an error state", new KafkaException("Unhandled error in EndTxnResponse: its words")),
                new KafkaException("in an error state", new InvalidTxnStateException("its words")),
                new ProducerFencedException("its words"));
    }

    @Test
    void openingIsNotTriedAgainWhenTheBrokerRefusesTheClient() throws Exception {
        KafkaFencedSet set = set();
        RuntimeException refused =
                new KafkaException("in an error state", new TransactionalIdAuthorizationException("its words"));
        Queue<Producer<String, String>> producers = producers(set, refused);

        assertThatExceptionOfType(KafkaException.class)
                .isThrownBy(() -> FencedProducer.open(set.fence(), SECOND, set.admin(), producers::remove))
                .isSameAs(refused);
        producers.remove().close();
    }

    /** Returns a producer whose transaction fails, and one that works. */
    private static Queue<Producer<String, String>> producers(KafkaFencedSet set, RuntimeException failure) {
        MockProducer<String, String> failing = new MockProducer<>();
        failing.commitTransactionException = failure;
        Map<String, Object> settings = set.settings();
        settings.put("transactional.id", set.fence().id());
        return new ArrayDeque<>(List.of(failing, new KafkaProducer<>(settings)));
    }

    @Test
    void secondProducerOfATermReplacesTheFirst() throws Exception {
        KafkaFencedSet set = set();
        try (FencedProducer<String, String> first = set.fence().open(set.settings(), "payroll", 1);
                FencedProducer<String, String> again = set.fence().open(set.settings(), "payroll", 1)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> first.write(List.of(set.record(Set.of("first")))))
                    .isNotInstanceOf(StaleTokenException.class)
                    .withMessageContaining("one producer for each term");
            again.write(List.of(set.record(Set.of("again"))));
        }
        assertThat(set.words()).containsExactly("again");
    }

    /** An old leader that was stopped while it opened its producer: its transaction times out in 15 minutes. */
    @Test
    void openTransactionOfAnOldLeaderDoesNotHoldUpTheNext() throws Exception {
        KafkaFencedSet set = set();
        Map<String, Object> settings = set.settings();
        settings.put("transactional.id", set.fence().id());
        settings.put("transaction.timeout.ms", 900_000);
        set.add("payroll", 1, "first", () -> {});
        try (KafkaProducer<String, String> old = new KafkaProducer<>(settings);
                Admin admin = set.admin()) {
            old.initTransactions();
            old.beginTransaction();
            old.sendOffsetsToTransaction(
                    set.fence().offsets(new FenceMark("any", "payroll", 2)),
                    set.fence().group());

            assertThat(set.fence().mark(admin))
                    .as("what is committed, whatever else is under way")
                    .hasValueSatisfying(held -> assertThat(held.token()).isEqualTo(1));
            set.add("payroll", 2, "second", () -> {});
            assertThatExceptionOfType(KafkaException.class).isThrownBy(old::commitTransaction);
        }
        assertThat(set.words()).containsExactlyInAnyOrder("first", "second");
    }

    /** What the broker does to a transaction that takes too long. */
    @Test
    void producerThatTheBrokerEndedWritesNothingAndIsOpenedAgain() throws Exception {
        KafkaFencedSet set = set();
        try (FencedProducer<String, String> ended = set.fence().open(set.settings(), "payroll", 1);
                Admin admin = set.admin()) {
            admin.fenceProducers(List.of(set.fence().id())).all().get();

            assertThatIllegalStateException()
                    .isThrownBy(() -> ended.write(List.of(set.record(Set.of("ended")))))
                    .isNotInstanceOf(StaleTokenException.class)
                    .withMessageContainingAll("transaction.timeout.ms", "open it again");
        }
        set.add("payroll", 1, "again", () -> {});
        assertThat(set.words()).containsExactly("again");
    }

    @Test
    void failedWriteIsAbortedAndTheNextOnePasses() throws Exception {
        KafkaFencedSet set = set();
        Map<String, Object> settings = set.settings();
        settings.put("max.request.size", 1_000);
        try (FencedProducer<String, String> producer = set.fence().open(settings, "payroll", 1)) {
            List<ProducerRecord<String, String>> tooLarge =
                    List.of(set.record(Set.of("small")), set.record(Set.of("x".repeat(2_000))));

            assertThatExceptionOfType(KafkaException.class).isThrownBy(() -> producer.write(tooLarge));
            assertThat(set.words()).isEmpty();
            producer.write(List.of(set.record(Set.of("next"))));
        }
        assertThat(set.words()).containsExactly("next");
    }

    @Test
    void partsOfATopicHaveFencesOfTheirOwn() throws Exception {
        KafkaFencedSet set = set();
        KafkaFence east = set.fence().part("east");
        KafkaFence west = set.fence().part("west");
        try (FencedProducer<String, String> one = east.open(set.settings(), "payroll-east", 2);
                FencedProducer<String, String> other = west.open(set.settings(), "payroll-west", 1);
                Admin admin = set.admin()) {
            one.write(List.of(set.record(Set.of("east"))));
            other.write(List.of(set.record(Set.of("west"))));

            assertThat(east.mark(admin))
                    .hasValueSatisfying(held -> assertThat(held.token()).isEqualTo(2));
            assertThat(west.mark(admin))
                    .hasValueSatisfying(held -> assertThat(held.token()).isEqualTo(1));
        }
        assertThat(set.words()).containsExactly("west");
    }

    @Test
    void filterPassesOverWhatCameWithoutAFence() throws Exception {
        KafkaFencedSet set = set();
        TokenFilter filter = TokenFilter.of("payroll");
        set.add("payroll", 2, "second", () -> {});
        try (KafkaProducer<String, String> unfenced = new KafkaProducer<>(set.settings())) {
            for (String token : List.of("1", "none", "")) {
                ProducerRecord<String, String> late = new ProducerRecord<>(set.topic(), "late " + token);
                late.headers().add("Tenure-Election", "payroll".getBytes(java.nio.charset.StandardCharsets.UTF_8));
                late.headers().add("Tenure-Token", token.getBytes(java.nio.charset.StandardCharsets.UTF_8));
                unfenced.send(late).get();
            }
            unfenced.send(new ProducerRecord<>(set.topic(), "without")).get();
        }
        set.add("payroll", 3, "third", () -> {});

        assertThat(set.records().stream().filter(filter::accepts)).hasSize(2);
        assertThat(set.records().stream().filter(TokenFilter.of("billing")::accepts))
                .isEmpty();
    }
}
