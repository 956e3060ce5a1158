package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Sighting;
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

/** The group changes its mind while a claim is under way: between the opening record and its commit. */
@Tag("server")
@Timeout(120)
class ClaimFaultTest {
    private final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});

    private KafkaStoreBuilder store() {
        Runnable hook = () -> beforeCommit.getAndSet(() -> {}).run();
        return KafkaStore.on(TestBroker.shared().address())
                .prefix("claims")
                .clientSetting("interceptor.classes", WhenWritten.class.getName())
                .clientSetting(WhenWritten.HOOK, hook);
    }

    /** Claims until the group has chosen it, and the claim was granted or came too late. */
    private static Answer claim(Asking asking, BlockingQueue<String> reached) {
        Answer[] answer = new Answer[1];
        StoreTestSteps.await("it is chosen", () -> {
            answer[0] = asking.claim(asking.look(), StoreTestSteps.soon());
            return !reached.isEmpty();
        });
        return answer[0];
    }

    @Test
    @DisplayName("a Go node that the group prefers meanwhile waits for the claim, and for the end of its term")
    void aGoNodeWaitsForAClaim() throws InterruptedException {
        // More than the wait below takes on a busy machine: so long may a transaction last, and so long lasts a term.
        Duration ttl = Duration.ofSeconds(15);
        GoNeli goNeli = GoNeli.of(Sample.newElection()).withHeartbeatTimeout(ttl);
        BlockingQueue<String> reached = new ArrayBlockingQueue<>(1);
        AtomicBoolean early = new AtomicBoolean();
        GoNode[] go = new GoNode[1];
        RecordedRevocations revocations = new RecordedRevocations();
        try (KafkaStore store = store().sharedWith(goNeli).open()) {
            Asking asking = new Asking(store, goNeli.group(), ttl);
            beforeCommit.set(() -> {
                go[0] = new GoNode(goNeli, "go-1");
                early.set(Sample.comesWithin(Duration.ofMillis(1500), go[0]::leads));
                reached.add("here");
            });
            try (Registration entry = store.register(goNeli.group(), asking.self(), revocations)) {
                Answer answer = claim(asking, reached);
                if (answer instanceof Answer.Granted granted) {
                    Lease lease = granted.lease();
                    assertThat(revocations.handOvers().poll(60, TimeUnit.SECONDS)).isEqualTo(lease.token());
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
    @DisplayName("a claim of a member that has left meanwhile is not granted, and the record says that it is free")
    void aClaimOfAMemberThatLeft() {
        String election = Sample.newElection();
        String group = TopicNames.of("claims", election);
        BlockingQueue<String> reached = new ArrayBlockingQueue<>(1);
        try (KafkaStore store = store().sessionTimeout(TestBroker.SESSION).open()) {
            Asking asking = new Asking(store, election);
            try (Registration entry = store.register(election, asking.self(), new RecordedRevocations())) {
                beforeCommit.set(() -> {
                    entry.willing(false);
                    StoreTestSteps.await("it has left", () -> Topics.members(group) == 0);
                    reached.add("here");
                });
                assertThat(claim(asking, reached)).isInstanceOf(Answer.Refused.class);
                assertThat(asking.look()).isInstanceOf(Sighting.Released.class);
            }
        }
    }
}
