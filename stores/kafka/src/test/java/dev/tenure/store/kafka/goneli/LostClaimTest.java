package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Registration;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.BrokerState;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Claims whose answer is lost, before the partition is lost to a Go node that leads at once: the candidate must never
 * lead by the term that its claim opened.
 */
@ResourceLock("the line to the shared broker")
@Tag("server")
@Timeout(120)
class LostClaimTest {
    /** Longer than the loss of a partition takes on a busy machine. */
    private static final Duration TTL = Duration.ofSeconds(30);

    private final TestBroker broker = TestBroker.shared();
    private final GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()).withHeartbeatTimeout(TTL);
    private final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});
    private final RecordedRevocations revocations = new RecordedRevocations();

    @AfterEach
    void heal() {
        broker.line().pass();
    }

    private KafkaStore behindProxy() {
        return broker.storeBehindProxy(
                goNeli, () -> beforeCommit.getAndSet(() -> {}).run());
    }

    /** Lets a claim open a term without receiving the answer. */
    private void claimUnanswered(StoreCaller caller) {
        caller.leadAndRelease();
        Sighting present = caller.look();
        TcpFaultProxy line = broker.line();
        caller.claimUnanswered(present, () -> {
            line.pass();
            beforeCommit.set(line::loseAnswers);
        });
        line.pass();
    }

    /** Removes the member from its group, and waits until it has noticed and joined again. */
    private void removeMember() throws Exception {
        Set<String> before = BrokerState.memberIds(broker, goNeli.group());
        try (Admin admin = broker.admin()) {
            admin.removeMembersFromConsumerGroup(goNeli.group(), new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
        }
        StoreTestSteps.await("it has joined again", () -> {
            Set<String> now = BrokerState.memberIds(broker, goNeli.group());
            return !now.isEmpty() && !now.equals(before);
        });
    }

    @Test
    @DisplayName("a term lost before its candidate found it is never adopted")
    void termLostBeforeItWasFoundIsNeverAdopted() throws Exception {
        try (KafkaStore store = behindProxy();
                KafkaStore other =
                        KafkaStore.on(broker.address()).sharedWith(goNeli).open()) {
            StoreCaller caller = new StoreCaller(store, goNeli.group(), TTL);
            try (Registration entry = store.register(goNeli.group(), caller.self(), revocations)) {
                claimUnanswered(caller);
                removeMember();

                Sighting toOthers = other.inspect(goNeli.group(), StoreTestSteps.soon());
                Sighting toItself = caller.look();

                assertThat(toOthers).isInstanceOf(Sighting.Held.class);
                assertThat(toItself).isInstanceOf(Sighting.Unreadable.class);
                assertThat(toItself.version()).isEqualTo(toOthers.version());
                assertThat(toItself.lastToken()).isEqualTo(toOthers.lastToken());
                entry.willing(false);
            }
        }
    }

    @Test
    @DisplayName("a term lost after its candidate found it is reported repeatedly")
    void termLostAfterItWasFoundIsReportedRepeatedly() throws Exception {
        try (KafkaStore store = behindProxy()) {
            StoreCaller caller = new StoreCaller(store, goNeli.group(), TTL);
            try (Registration entry = store.register(goNeli.group(), caller.self(), revocations)) {
                claimUnanswered(caller);
                Sighting found = caller.look();
                assertThat(found).isInstanceOf(Sighting.Held.class);
                removeMember();

                assertThat(revocations.losses().poll(60, TimeUnit.SECONDS)).isEqualTo(found.lastToken());
                assertThat(revocations.losses().poll(60, TimeUnit.SECONDS)).isEqualTo(found.lastToken());
                entry.willing(false);
            }
        }
    }
}
