package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.BrokerState;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Elections that Go nodes and Tenure share. */
@Tag("server")
@Timeout(120)
class GoNeliTest {
    /** How long a Go node is given to lead where it must not. */
    private static final Duration WAIT = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** With goNELI's default timeout, so that no term is lost on a busy machine; no test waits for its end. */
    private final GoNeli goNeli = GoNeli.of(KafkaTestData.newElection());

    /** Returns the broker of the elections. */
    TestBroker broker() {
        return TestBroker.shared();
    }

    private Candidate candidate() {
        return candidate(goNeli);
    }

    private Candidate candidate(GoNeli shared) {
        KafkaStore store = KafkaStore.on(broker().address()).sharedWith(shared).open();
        return Candidate.on(store)
                .closingStore()
                .named("java")
                .grace(shared.heartbeatTimeout().multipliedBy(5))
                .start();
    }

    @Test
    @DisplayName("a Go node that leads is followed, and waited out when it is closed")
    void goNodeIsWaitedOut() throws InterruptedException {
        Duration timeout = Duration.ofSeconds(1); // and so long is the grace
        GoNeli shared = goNeli.withHeartbeatTimeout(timeout);
        try (Candidate node = candidate(shared)) {
            Election election = node.stand(goNeli.group());
            assertThat(election.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
            GoNeliNode go = new GoNeliNode(broker(), shared, "go-1");
            StoreTestSteps.await("the Go node leads", go::leads);
            StoreTestSteps.await("it is seen", () -> {
                var leader = election.status().leader();
                return leader != null && leader.name().equals("go-1");
            });
            AtomicLong acquiredNanos = new AtomicLong();
            election.subscribe(event -> {
                if (event instanceof ElectionEvent.Acquired) {
                    acquiredNanos.set(TimeSource.system().nanos());
                }
            });
            go.close();
            StoreTestSteps.await("Tenure leads", () -> acquiredNanos.get() != 0);

            assertThat(acquiredNanos.get() - go.lastHeartbeatNanos()).isGreaterThanOrEqualTo(timeout.toNanos());
        }
    }

    @Test
    @DisplayName("a Go node that the group prefers leads only after our term and its barriers have ended (NL-11)")
    void goNodeWaitsForOurBarrier() throws InterruptedException {
        try (Candidate node = candidate()) {
            Election election = node.stand(goNeli.group());
            assertThat(election.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
            AtomicBoolean early = new AtomicBoolean();
            AtomicBoolean passed = new AtomicBoolean();
            RecordingListener heard = new RecordingListener();
            election.subscribe(heard);
            GoNeliNode[] go = new GoNeliNode[1];
            election.subscribeBarrier(event -> {
                if (event instanceof ElectionEvent.Resigned) {
                    early.set(KafkaTestData.comesWithin(WAIT, go[0]::leads));
                    passed.set(true);
                }
            });
            go[0] = new GoNeliNode(broker(), goNeli, "go-1");
            try {
                StoreTestSteps.await("the Go node leads", go[0]::leads);

                assertThat(passed).isTrue();
                assertThat(early).isFalse();
                assertThat(election.isLeader()).isFalse();
                assertThat(heard.all()).noneMatch(ElectionEvent.Lost.class::isInstance);
            } finally {
                go[0].close();
            }
        }
    }

    @Test
    @DisplayName("a term is renewed for longer than a heartbeat timeout while the group waits for its end")
    void termIsRenewedWhileGroupWaitsForItsEnd() {
        RecordedRevocations revocations = new RecordedRevocations();
        try (KafkaStore store =
                KafkaStore.on(broker().address()).sharedWith(goNeli).open()) {
            StoreCaller caller = new StoreCaller(store, goNeli.group(), goNeli.heartbeatTimeout());
            try (Registration registration = store.register(goNeli.group(), caller.self(), revocations)) {
                Lease lease = caller.lead();
                try (GoNeliNode go = new GoNeliNode(broker(), goNeli, "go-1")) {
                    while (revocations.handOvers().isEmpty()) {
                        lease = caller.renew(lease);
                    }
                    Deadline longer =
                            StoreTestSteps.within(goNeli.heartbeatTimeout().plus(WAIT));
                    while (!longer.hasPassed()) {
                        lease = caller.renew(lease);
                        assertThat(KafkaTestData.comesWithin(PAUSE, go::leads)).isFalse();
                    }
                    registration.willing(false);
                    store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

                    StoreTestSteps.await("the Go node leads", go::leads);
                    assertThat(revocations.losses()).isEmpty();
                }
            }
        }
    }

    @Test
    @DisplayName("a Tenure node that joins does not take over from a Go node that leads")
    void joiningDoesNotTakeOverFromGoNode() throws InterruptedException {
        GoNeliNode go = new GoNeliNode(broker(), goNeli, "go-1");
        try (Candidate creates = candidate();
                Candidate node = candidate()) {
            creates.stand(goNeli.group()); // so that the topic exists
            StoreTestSteps.await("the Go node leads", go::leads);
            Election election = node.stand(goNeli.group());
            AtomicReference<@Nullable String> owner = new AtomicReference<>();
            StoreTestSteps.await("the group of three is stable", () -> {
                BrokerState.owner(broker(), goNeli.group(), 3).ifPresent(owner::set);
                return owner.get() != null;
            });

            assertThat(owner).hasValue(GoNeliNode.CLIENT_ID);
            assertThat(election.isLeader()).isFalse();
        } finally {
            go.close();
        }
    }

    @Test
    @DisplayName("heartbeats have goNELI's format, without a key, and no offset is committed")
    void heartbeatsHaveGoNelisFormat() throws Exception {
        try (Candidate node = candidate();
                Admin admin = broker().admin()) {
            assertThat(node.stand(goNeli.group()).awaitLeadership(StoreTestSteps.LIMIT))
                    .isPresent();
            List<ConsumerRecord<byte[], byte[]>> records = read();

            assertThat(records).isNotEmpty().allSatisfy(record -> {
                assertThat(record.key()).isNull();
                assertThat(new String(record.value(), StandardCharsets.US_ASCII))
                        .matches("\\d{19}%java");
            });
            assertThat(admin.listConsumerGroupOffsets(goNeli.group())
                            .partitionsToOffsetAndMetadata()
                            .get())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("requests and history are in topics of Tenure's own, and none of them in goNELI's")
    void requestsAndHistoryAreBesideGoNelisTopic() throws InterruptedException {
        try (Candidate node = candidate();
                Candidate console = candidate()) {
            Election election = node.stand(goNeli.group());
            RecordingListener heard = new RecordingListener();
            election.subscribe(heard);
            assertThat(election.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();

            console.requestResign(goNeli.group(), StoreTestSteps.LIMIT);

            assertThat(heard.await(ElectionEvent.Resigned.class, StoreTestSteps.LIMIT)
                            .cause())
                    .isEqualTo("resigned as java asked");
            StoreTestSteps.await(
                    "both are in the history",
                    () -> console.history(goNeli.group(), StoreTestSteps.LIMIT).stream()
                            .map(HistoryEntry::what)
                            .toList()
                            .containsAll(List.of(What.ACQUIRED, What.RESIGNED)));
            assertThat(read())
                    .allSatisfy(record -> assertThat(new String(record.value(), StandardCharsets.US_ASCII))
                            .matches("\\d{19}%java"));
        }
    }

    @Test
    @DisplayName("without topics of Tenure's own there are leases only")
    void onlyLeasesAreKeptIfToldSo() {
        try (KafkaStore all = KafkaStore.on("localhost:1").sharedWith(goNeli).open();
                KafkaStore few = KafkaStore.on("localhost:1")
                        .sharedWith(goNeli)
                        .leasesOnly(true)
                        .open()) {
            assertThat(all.capabilities())
                    .containsExactlyInAnyOrder(Capability.WATCH, Capability.REQUESTS, Capability.HISTORY);
            assertThat(few.capabilities()).containsExactly(Capability.WATCH);
        }
        assertThatThrownBy(() -> KafkaStore.on("localhost:1").leasesOnly(true).open())
                .hasMessageContaining("goNELI");
    }

    private List<ConsumerRecord<byte[], byte[]>> read() {
        TopicPartition partition = new TopicPartition(goNeli.topic(), 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker().address()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            return consumer.poll(StoreTestSteps.LIMIT).records(partition);
        }
    }

    @Test
    @DisplayName("settings that goNELI does not know are refused")
    void settingsUnknownToGoNeliAreRefused() {
        assertThatThrownBy(() -> goNeli.withGrace(Duration.ofMillis(10))).hasMessageContaining("raise it");
        try (KafkaStore store = KafkaStore.on("localhost:1").sharedWith(goNeli).open()) {
            assertThatThrownBy(() -> store.checkTiming(Timing.balanced())).hasMessageContaining("lower it");
            store.checkTiming(store.timing());
        }
        try (Candidate node = candidate()) {
            assertThatThrownBy(() -> node.stand("another")).hasMessageContaining(goNeli.group());
            assertThatThrownBy(() -> node.roster(goNeli.group())).isInstanceOf(UnsupportedOperationException.class);
        }
    }
}
