package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.StoreException;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The connection fails between a heartbeat and its commit: only a committed heartbeat renews. */
@ResourceLock("the line to the shared broker")
@Tag("server")
@Timeout(120)
class CommitFaultTest {
    /** Longer than any test here takes on a busy machine; no test waits for its end. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private final String election = KafkaTestData.newElection();
    private final GoNeli goNeli = GoNeli.of(election).withHeartbeatTimeout(LONG);
    private final TcpFaultProxy line = TestBroker.shared().line();
    private final AtomicReference<Consumer<TcpFaultProxy>> beforeCommit = new AtomicReference<>(open -> {});

    @AfterEach
    void heal() {
        line.pass();
    }

    private KafkaStore behindProxy() {
        Runnable hook = () -> beforeCommit.getAndSet(open -> {}).accept(line);
        return TestBroker.shared().storeBehindProxy(goNeli, hook);
    }

    private Sighting seenByOthers() {
        try (LeaseStore other = TestBroker.shared().store().sharedWith(goNeli).open()) {
            return other.inspect(election, StoreTestSteps.soon());
        }
    }

    /**
     * Renews, each time with more time, until the fault has hit a commit: a slow machine needs more time to get there.
     */
    private void renewUnanswered(StoreCaller alice, Lease held, Consumer<TcpFaultProxy> fault) {
        for (Duration limit = Duration.ofMillis(1500);
                limit.compareTo(StoreTestSteps.LIMIT) < 0;
                limit = limit.multipliedBy(2)) {
            line.pass();
            beforeCommit.set(fault);
            Duration patience = limit;
            StoreException failed = catchThrowableOfType(StoreException.class, () -> alice.tryToRenew(held, patience));
            assertThat(failed).as("a renewal whose commit is lost").isNotNull();
            if (failed.kind() == StoreException.Kind.OUTCOME_UNKNOWN) {
                return;
            }
        }
        throw new AssertionError("no renewal came as far as its commit");
    }

    @Test
    @DisplayName("a commit that never arrives renews nothing, and its outcome is reported as unknown")
    void lostCommitRenewsNothing() {
        try (LeaseStore store = behindProxy()) {
            StoreCaller alice = new StoreCaller(store, election, LONG);
            Lease held = alice.lead();

            renewUnanswered(alice, held, TcpFaultProxy::refuse);
            line.pass();

            assertThat(seenByOthers().version()).isEqualTo(held.version());
            Lease next = alice.renew(held);
            assertThat(seenByOthers().version()).isEqualTo(next.version());
        }
    }

    @Test
    @DisplayName("a commit whose answer is lost may have taken effect: the next renewal finds it")
    void lostAnswerIsFoundByNextRenewal() {
        try (LeaseStore store = behindProxy()) {
            StoreCaller alice = new StoreCaller(store, election, LONG);
            Lease held = alice.lead();

            renewUnanswered(alice, held, TcpFaultProxy::loseAnswers);
            line.pass();

            assertThat(alice.tryToRenew(held, StoreTestSteps.LIMIT))
                    .isInstanceOfSatisfying(
                            Renewal.Refused.class,
                            refused -> assertThat(refused.found())
                                    .isInstanceOfSatisfying(Sighting.Held.class, found -> {
                                        assertThat(found.lease().isSameTerm(held))
                                                .isTrue();
                                        assertThat(found.lease().stamp().renewal())
                                                .isEqualTo(1);
                                        assertThat(alice.renew(found.lease())
                                                        .stamp()
                                                        .renewal())
                                                .isEqualTo(2);
                                    }));
        }
    }
}
