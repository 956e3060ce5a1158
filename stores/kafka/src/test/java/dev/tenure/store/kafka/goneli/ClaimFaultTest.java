package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.BrokerState;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaStoreBuilder;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.ProducerHooks;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The group changes the owner while a claim is under way, between the opening record and its commit. */
@Tag("server")
@Timeout(120)
class ClaimFaultTest {
    private final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});

    private KafkaStoreBuilder store() {
        Runnable hook = () -> beforeCommit.getAndSet(() -> {}).run();
        return KafkaStore.on(TestBroker.shared().address())
                .clientSetting("interceptor.classes", ProducerHooks.class.getName())
                .clientSetting(ProducerHooks.ACKNOWLEDGED, hook);
    }

    /** Claims until a claim has reached its commit, and returns the answer. */
    private static Answer claim(StoreCaller caller, BlockingQueue<String> reached) {
        Answer[] answer = new Answer[1];
        StoreTestSteps.await("it is chosen", () -> {
            answer[0] = caller.claim(caller.look(), StoreTestSteps.soon());
            return !reached.isEmpty();
        });
        return answer[0];
    }

    @Test
    @DisplayName("a Go node that the group prefers waits for a claim under way, and for the end of its term")
    void goNodeWaitsForClaimUnderWay() throws InterruptedException {
        // Longer than the wait below takes on a busy machine: a transaction and a term may last this long.
        Duration ttl = Duration.ofSeconds(15);
        GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()).withHeartbeatTimeout(ttl);
        BlockingQueue<String> reached = new ArrayBlockingQueue<>(1);
        AtomicBoolean early = new AtomicBoolean();
        GoNeliNode[] go = new GoNeliNode[1];
        RecordedRevocations revocations = new RecordedRevocations();
        try (KafkaStore store = store().sharedWith(goNeli).open()) {
            StoreCaller caller = new StoreCaller(store, goNeli.group(), ttl);
            beforeCommit.set(() -> {
                go[0] = new GoNeliNode(goNeli, "go-1");
                early.set(KafkaTestData.comesWithin(Duration.ofMillis(1500), go[0]::leads));
                reached.add("here");
            });
            try (Registration entry = store.register(goNeli.group(), caller.self(), revocations)) {
                Answer answer = claim(caller, reached);
                if (answer instanceof Answer.Granted granted) {
                    Lease lease = granted.lease();
                    assertThat(revocations.handOvers().poll(60, TimeUnit.SECONDS))
                            .isEqualTo(lease.token());
                    assertThat(go[0].leads()).isFalse();
                    store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
                }
                StoreTestSteps.await("the Go node leads", go[0]::leads);
                assertThat(early).isFalse();
                entry.willing(false);
            } finally {
                go[0].close();
            }
        }
    }

    @Test
    @DisplayName("the claim of a member that has left meanwhile is refused, and the election is free again")
    void claimOfMemberThatLeftIsRefused() {
        GoNeli goNeli = GoNeli.of(KafkaTestData.newElection());
        String election = goNeli.group();
        BlockingQueue<String> reached = new ArrayBlockingQueue<>(1);
        try (KafkaStore store = store().sharedWith(goNeli).open()) {
            StoreCaller caller = new StoreCaller(store, election);
            Registration registration = store.register(election, caller.self(), new RecordedRevocations());
            beforeCommit.set(() -> {
                registration.close();
                StoreTestSteps.await("it has left", () -> BrokerState.members(election) == 0);
                reached.add("here");
            });

            assertThat(claim(caller, reached)).isInstanceOf(Answer.Refused.class);
            assertThat(caller.look()).isInstanceOf(Sighting.Released.class);
        }
    }
}
