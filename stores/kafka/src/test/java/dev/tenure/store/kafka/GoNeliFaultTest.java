package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
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

/** Go nodes lead as soon as the group says so: what a member of ours must not do when it cannot hear the group. */
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

    private KafkaStore throughTheLine(GoNeli goNeli) {
        Runnable hook = () -> beforeCommit.getAndSet(() -> {}).run();
        return KafkaStore.on(broker.addressOfLine())
                .sharedWith(goNeli)
                .clientSetting("interceptor.classes", WhenWritten.class.getName())
                .clientSetting(WhenWritten.HOOK, hook)
                .open();
    }

    @Test
    @DisplayName("a member that its coordinator has not answered lately is granted no claim: a Go node may lead")
    void whoIsCutOffFromTheGroupClaimsNothing() {
        GoNeli goNeli = GoNeli.of(Sample.newElection()).withHeartbeatTimeout(Duration.ofSeconds(1));
        try (KafkaStore store = throughTheLine(goNeli)) {
            Asking asking = new Asking(store, goNeli.group());
            asking.lead();
            Sighting old = new Sighting.Never(); // refused whenever it comes to be looked at
            StoreTestSteps.await("it is refused", () -> asking.tryToClaim(old) instanceof Answer.Refused);
            broker.groups().loseGroups(true);

            StoreTestSteps.await("nothing is heard", () -> fails(asking, old));
            Sighting present = asking.look();

            assertThatThrownBy(() -> asking.claim(present, StoreTestSteps.soon()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("has not answered");
            assertThat(asking.look().version()).isEqualTo(present.version());
        }
    }

    private static boolean fails(Asking asking, Sighting replacing) {
        try {
            asking.claim(replacing, StoreTestSteps.soon());
            return false;
        } catch (StoreException failed) {
            assertThat(failed).hasMessageContaining("has not answered");
            return true;
        }
    }

    @Test
    @DisplayName("a claim whose answer is lost may have opened a term: a Go node leads only when that would be over")
    void anUnknownClaimIsWaitedOut() {
        Duration ttl = Sample.TIMING.ttl();
        GoNeli goNeli = GoNeli.of(Sample.newElection()).withHeartbeatTimeout(ttl);
        TcpFaultProxy line = broker.line();
        try (KafkaStore store = throughTheLine(goNeli)) {
            Asking asking = new Asking(store, goNeli.group());
            store.release(asking.lead(), Handover.toAnyone(), StoreTestSteps.soon());
            Sighting present = asking.look();
            AtomicLong openedNanos = new AtomicLong();
            asking.claimUnanswered(present, () -> {
                line.pass();
                beforeCommit.set(() -> {
                    openedNanos.set(TIME.nanos());
                    line.loseAnswers();
                });
            });
            line.pass();
            try (GoNode go = new GoNode(goNeli, "go-1")) {
                StoreTestSteps.await("the Go node leads", go::leads);
                long passed = TIME.nanos() - openedNanos.get();

                // It was sent a moment before.
                assertThat(passed).isGreaterThan(ttl.minusMillis(200).toNanos());
            }
        }
    }

    @Test
    @DisplayName("a store that is closed while a term lasts leaves silently: a Go node leads only when that is over")
    void whoClosesWhileATermLasts() {
        Duration ttl = Duration.ofMillis(1500);
        GoNeli goNeli = GoNeli.of(Sample.newElection()).withHeartbeatTimeout(ttl);
        long claimedNanos;
        try (KafkaStore store = throughTheLine(goNeli)) {
            new Asking(store, goNeli.group(), ttl).lead(); // and never released: its work may go on
            claimedNanos = TIME.nanos();
        }
        try (GoNode go = new GoNode(goNeli, "go-1")) {
            StoreTestSteps.await("the Go node leads", go::leads);

            assertThat(TIME.nanos() - claimedNanos).isGreaterThan(ttl.toNanos());
        }
    }

    @Test
    @DisplayName("what a leader that dies leaves open hides the heartbeats of Go nodes no longer than its ttl")
    void aTransactionLastsNoLongerThanATerm() throws Exception {
        Duration ttl = Duration.ofMillis(1500);
        GoNeli goNeli = GoNeli.of(Sample.newElection()); // with a heartbeat timeout of 5 s
        try (KafkaStore store = throughTheLine(goNeli);
                Admin admin = broker.admin()) {
            store.release(new Asking(store, goNeli.group(), ttl).lead(), Handover.toAnyone(), StoreTestSteps.soon());

            assertThat(admin.describeTransactions(List.of(goNeli.topic()))
                            .description(goNeli.topic())
                            .get()
                            .transactionTimeoutMs())
                    .isEqualTo(ttl.toMillis());
        }
    }

    @Test
    @DisplayName("what a leader that dies leaves open keeps no Tenure node waiting: the next one that leads ends it")
    void aTransactionLeftOpenIsEndedByTheNext() {
        GoNeli goNeli = GoNeli.of(Sample.newElection()).withHeartbeatTimeout(Sample.TIMING.ttl());
        Map<String, Object> dead = Map.of(
                "bootstrap.servers",
                broker.address(),
                "transactional.id",
                goNeli.topic(),
                "transaction.timeout.ms",
                Math.toIntExact(Duration.ofMinutes(10).toMillis()));
        try (KafkaStore store = throughTheLine(goNeli);
                KafkaProducer<byte[], byte[]> leader =
                        new KafkaProducer<>(dead, new ByteArraySerializer(), new ByteArraySerializer())) {
            Asking asking = new Asking(store, goNeli.group());
            store.release(asking.lead(), Handover.toAnyone(), StoreTestSteps.soon());
            Sighting present = asking.look();
            leader.initTransactions();
            leader.beginTransaction();
            assertThat(leader.send(new ProducerRecord<>(goNeli.topic(), 0, null, RecordHeaders.bytes("1%dead"))))
                    .succeedsWithin(StoreTestSteps.LIMIT);

            StoreTestSteps.await(
                    "it is granted", () -> asking.claim(present, StoreTestSteps.soon()) instanceof Answer.Granted);
        }
    }
}
