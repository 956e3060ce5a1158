package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.spi.Registration;
import dev.tenure.store.kafka.BrokerState;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaStoreBuilder;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.ProducerHooks;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A candidate that is alone in its group stays in it: leaving helps nobody, and joining again takes time. */
@Tag("server")
@Timeout(120)
class LoneMemberTest {
    /** After two failed claims a candidate says that it cannot lead. */
    private static final int FAILURES = 8;

    private final String election = KafkaTestData.newElection();
    private final GoNeli goNeli = GoNeli.of(election).withHeartbeatTimeout(Duration.ofSeconds(5));

    private KafkaStoreBuilder store() {
        return TestBroker.shared().store().sharedWith(goNeli);
    }

    /** Opens stores whose first claims fail. */
    private static KafkaStoreBuilder failing(KafkaStoreBuilder builder, Runnable beforeFirst) {
        AtomicInteger claims = new AtomicInteger();
        Runnable hook = () -> {
            int claim = claims.incrementAndGet();
            if (claim == 1) {
                beforeFirst.run();
            }
            if (claim <= FAILURES) {
                throw new KafkaException("claim " + claim + " fails");
            }
        };
        return builder.clientSetting("interceptor.classes", ProducerHooks.class.getName())
                .clientSetting(ProducerHooks.CREATED, hook);
    }

    @Test
    @DisplayName("a lone candidate whose claims fail stays in its group, and leads once a claim succeeds")
    void loneMemberStaysAfterFailedClaims() throws InterruptedException {
        AtomicReference<Set<String>> before = new AtomicReference<>(Set.of());
        KafkaStore store = failing(
                        store(), () -> before.set(BrokerState.memberIds(TestBroker.shared(), goNeli.group())))
                .open();
        try (Candidate node = Candidate.on(store).closingStore().start()) {
            Election stand = node.stand(election);

            assertThat(stand.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();

            assertThat(before.get()).hasSize(1);
            assertThat(BrokerState.memberIds(TestBroker.shared(), goNeli.group()))
                    .isEqualTo(before.get());
        }
    }

    @Test
    @DisplayName("a lone candidate that would not lead leaves once another joins, and that one leads")
    void unwillingMemberLeavesWhenAnotherJoins() {
        try (KafkaStore unwilling = store().open();
                KafkaStore willing = store().open()) {
            StoreCaller first = new StoreCaller(unwilling, election);
            try (Registration registration = unwilling.register(election, first.self(), new RecordedRevocations())) {
                StoreTestSteps.await("it is chosen", () -> BrokerState.members(goNeli.group()) == 1);
                registration.willing(false);

                assertThat(new StoreCaller(willing, election).lead()).isNotNull();
                assertThat(BrokerState.members(goNeli.group())).isEqualTo(1);
            }
        }
    }
}
