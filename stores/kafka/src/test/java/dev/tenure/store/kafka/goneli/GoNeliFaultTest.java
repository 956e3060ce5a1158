package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Faults beside goNELI, where a Go node leads as soon as the group chooses it. */
@ResourceLock("the line to the shared broker")
@Tag("server")
@Timeout(120)
class GoNeliFaultTest {
    private static final TimeSource TIME = TimeSource.system();

    private final TestBroker broker = TestBroker.shared();
    private final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});

    @AfterEach
    void heal() {
        broker.groups().loseGroups(false);
        broker.line().pass();
    }

    private KafkaStore behindProxy(GoNeli goNeli) {
        return broker.storeBehindProxy(
                goNeli, () -> beforeCommit.getAndSet(() -> {}).run());
    }

    @Test
    @DisplayName("a member whose coordinator has not answered lately cannot claim: a Go node may lead")
    void memberCutOffFromGroupCannotClaim() {
        GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()).withHeartbeatTimeout(Duration.ofSeconds(1));
        try (KafkaStore store = behindProxy(goNeli)) {
            StoreCaller caller = new StoreCaller(store, goNeli.group());
            caller.lead();
            Sighting old = new Sighting.Never(); // refused by any look at the topic
            StoreTestSteps.await("it is refused", () -> caller.tryToClaim(old) instanceof Answer.Refused);
            broker.groups().loseGroups(true);

            StoreTestSteps.await("nothing is heard", () -> fails(caller, old));
            Sighting present = caller.look();

            assertThatThrownBy(() -> caller.claim(present, StoreTestSteps.soon()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("has not answered");
            assertThat(caller.look().version()).isEqualTo(present.version());
        }
    }

    private static boolean fails(StoreCaller caller, Sighting replacing) {
        try {
            caller.claim(replacing, StoreTestSteps.soon());
            return false;
        } catch (StoreException failed) {
            assertThat(failed).hasMessageContaining("has not answered");
            return true;
        }
    }

    @Test
    @DisplayName("an unanswered claim may have opened a term: a Go node leads only after its ttl")
    void goNodeWaitsOutUnansweredClaim() {
        Duration ttl = KafkaTestData.TIMING.ttl();
        GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()).withHeartbeatTimeout(ttl);
        TcpFaultProxy line = broker.line();
        try (KafkaStore store = behindProxy(goNeli)) {
            StoreCaller caller = new StoreCaller(store, goNeli.group());
            caller.leadAndRelease();
            Sighting present = caller.look();
            AtomicLong openedNanos = new AtomicLong();
            caller.claimUnanswered(present, () -> {
                line.pass();
                beforeCommit.set(() -> {
                    openedNanos.set(TIME.nanos());
                    line.loseAnswers();
                });
            });
            line.pass();
            try (GoNeliNode go = new GoNeliNode(goNeli, "go-1")) {
                StoreTestSteps.await("the Go node leads", go::leads);
                long passed = TIME.nanos() - openedNanos.get();

                // The record was sent a moment before the hook ran.
                assertThat(passed).isGreaterThan(ttl.minusMillis(200).toNanos());
            }
        }
    }

    @Test
    @DisplayName("a store that is closed during a term leaves silently: a Go node leads only after its ttl")
    void storeClosedDuringTermLeavesSilently() {
        Duration ttl = Duration.ofMillis(1500);
        GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()).withHeartbeatTimeout(ttl);
        long claimedNanos;
        try (KafkaStore store = behindProxy(goNeli)) {
            new StoreCaller(store, goNeli.group(), ttl).lead(); // and never released: its work may still run
            claimedNanos = TIME.nanos();
        }
        try (GoNeliNode go = new GoNeliNode(goNeli, "go-1")) {
            StoreTestSteps.await("the Go node leads", go::leads);

            assertThat(TIME.nanos() - claimedNanos).isGreaterThan(ttl.toNanos());
        }
    }

    @Test
    @DisplayName("a transaction that a dead leader left open hides the heartbeats of Go nodes for its ttl at most")
    void transactionTimeoutIsTtl() throws Exception {
        Duration ttl = Duration.ofMillis(1500);
        GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()); // with a heartbeat timeout of 5 s
        try (KafkaStore store = behindProxy(goNeli);
                Admin admin = broker.admin()) {
            new StoreCaller(store, goNeli.group(), ttl).leadAndRelease();

            assertThat(admin.describeTransactions(List.of(goNeli.topic()))
                            .description(goNeli.topic())
                            .get()
                            .transactionTimeoutMs())
                    .isEqualTo(ttl.toMillis());
        }
    }

    @Test
    @DisplayName("the next Tenure leader ends a transaction that a dead leader left open")
    void nextLeaderEndsOpenTransaction() {
        GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()).withHeartbeatTimeout(KafkaTestData.TIMING.ttl());
        Map<String, Object> dead = Map.of(
                "bootstrap.servers",
                broker.address(),
                "transactional.id",
                goNeli.topic(),
                "transaction.timeout.ms",
                Math.toIntExact(Duration.ofMinutes(10).toMillis()));
        try (KafkaStore store = behindProxy(goNeli);
                KafkaProducer<byte[], byte[]> leader =
                        new KafkaProducer<>(dead, new ByteArraySerializer(), new ByteArraySerializer())) {
            StoreCaller caller = new StoreCaller(store, goNeli.group());
            caller.leadAndRelease();
            Sighting present = caller.look();
            leader.initTransactions();
            leader.beginTransaction();
            assertThat(leader.send(new ProducerRecord<>(goNeli.topic(), 0, null, RecordHeaders.bytes("1%dead"))))
                    .succeedsWithin(StoreTestSteps.LIMIT);

            StoreTestSteps.await(
                    "it is granted", () -> caller.claim(present, StoreTestSteps.soon()) instanceof Answer.Granted);
        }
    }
}
