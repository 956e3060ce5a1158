package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Sighting;
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
 * A claim opens a term, its answer is lost, and so is the partition, to a Go node that leads at once: nobody may lead
 * by that term, whatever its candidate learns first.
 */
@ResourceLock("the line to the shared broker")
@Tag("server")
@Timeout(120)
class LostClaimTest {
    /** Longer than it takes to lose a partition on a busy machine. */
    private static final Duration TTL = Duration.ofSeconds(30);

    private final TestBroker broker = TestBroker.shared();
    private final GoNeli goNeli = GoNeli.of(Sample.newElection()).withHeartbeatTimeout(TTL);
    private final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});
    private final RecordedRevocations revocations = new RecordedRevocations();

    @AfterEach
    void heal() {
        broker.line().pass();
    }

    private KafkaStore throughTheLine() {
        Runnable hook = () -> beforeCommit.getAndSet(() -> {}).run();
        return KafkaStore.on(broker.addressOfLine())
                .sharedWith(goNeli)
                .clientSetting("interceptor.classes", WhenWritten.class.getName())
                .clientSetting(WhenWritten.HOOK, hook)
                .open();
    }

    /** Lets a claim open a term without ever hearing of it. */
    private void claimUnanswered(KafkaStore store, Asking asking) {
        StoreTestSteps.await(
                "it is chosen",
                () -> asking.claim(asking.look(), StoreTestSteps.soon()) instanceof Answer.Granted granted
                        && released(store, granted.lease()));
        Sighting present = asking.look();
        TcpFaultProxy line = broker.line();
        asking.claimUnanswered(present, () -> {
            line.pass();
            beforeCommit.set(line::loseAnswers);
        });
        line.pass();
    }

    private static boolean released(KafkaStore store, Lease lease) {
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
        return true;
    }

    /** Has the group give its member up, and waits until that one has noticed and joined again. */
    private void removeMember() throws Exception {
        Set<String> before = Topics.memberIds(broker, goNeli.group());
        try (Admin admin = broker.admin()) {
            admin.removeMembersFromConsumerGroup(goNeli.group(), new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
        }
        StoreTestSteps.await("it has joined again", () -> {
            Set<String> now = Topics.memberIds(broker, goNeli.group());
            return !now.isEmpty() && !now.equals(before);
        });
    }

    @Test
    @DisplayName("a term whose candidate has not found it yet when the partition is lost is never taken for his")
    void lostBeforeItWasFound() throws Exception {
        try (KafkaStore store = throughTheLine();
                KafkaStore other =
                        KafkaStore.on(broker.address()).sharedWith(goNeli).open()) {
            Asking asking = new Asking(store, goNeli.group(), TTL);
            try (Registration entry = store.register(goNeli.group(), asking.self(), revocations)) {
                claimUnanswered(store, asking);
                removeMember();

                Sighting toOthers = other.inspect(goNeli.group(), StoreTestSteps.soon());
                Sighting toItself = asking.look();

                assertThat(toOthers).isInstanceOf(Sighting.Held.class);
                assertThat(toItself).isInstanceOf(Sighting.Unreadable.class);
                assertThat(toItself.version()).isEqualTo(toOthers.version());
                assertThat(toItself.lastToken()).isEqualTo(toOthers.lastToken());
                entry.willing(false);
            }
        }
    }

    @Test
    @DisplayName(
            "a term whose candidate has found it when the partition is lost is told to be, until he has understood")
    void lostAfterItWasFound() throws Exception {
        try (KafkaStore store = throughTheLine()) {
            Asking asking = new Asking(store, goNeli.group(), TTL);
            try (Registration entry = store.register(goNeli.group(), asking.self(), revocations)) {
                claimUnanswered(store, asking);
                Sighting found = asking.look();
                assertThat(found).isInstanceOf(Sighting.Held.class);
                removeMember();

                assertThat(revocations.losses().poll(60, TimeUnit.SECONDS)).isEqualTo(found.lastToken());
                assertThat(revocations.losses().poll(60, TimeUnit.SECONDS)).isEqualTo(found.lastToken());
                entry.willing(false);
            }
        }
    }
}
