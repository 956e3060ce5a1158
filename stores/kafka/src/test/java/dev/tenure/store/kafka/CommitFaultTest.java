package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.StoreException;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
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

/** The line fails between a heartbeat and its commit: what is not known to be committed is no heartbeat. */
@ResourceLock("the line to the shared broker")
@Tag("server")
@Timeout(120)
class CommitFaultTest {
    /** Longer than anything here takes on a busy machine: nobody waits for the end of it. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private final String election = Sample.newElection();
    private final TcpFaultProxy line = TestBroker.shared().line();
    private final AtomicReference<Consumer<TcpFaultProxy>> beforeCommit = new AtomicReference<>(open -> {});

    @AfterEach
    void heal() {
        line.pass();
    }

    private KafkaStore throughTheLine() {
        Runnable hook = () -> beforeCommit.getAndSet(open -> {}).accept(line);
        return KafkaStore.on(TestBroker.shared().addressOfLine())
                .sessionTimeout(LONG)
                .prefix("commits")
                .clientSetting("interceptor.classes", WhenWritten.class.getName())
                .clientSetting(WhenWritten.HOOK, hook)
                .open();
    }

    private static Sighting seenByOthers(String election) {
        try (LeaseStore other = TestBroker.shared().store().prefix("commits").open()) {
            return other.inspect(election, StoreTestSteps.soon());
        }
    }

    /**
     * Renews until a commit was hit by the fault, with ever more time: on a slow machine a renewal does not come that
     * far in little.
     */
    private void renewUnanswered(Asking alice, Lease held, Consumer<TcpFaultProxy> fault) {
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
    @DisplayName("a commit that never arrives renews nothing, and says so")
    void aLostCommit() {
        try (LeaseStore store = throughTheLine()) {
            Asking alice = new Asking(store, election, LONG);
            Lease held = alice.lead();

            renewUnanswered(alice, held, TcpFaultProxy::refuse);
            line.pass();

            assertThat(seenByOthers(election).version()).isEqualTo(held.version());
            Lease next = alice.renew(held);
            assertThat(seenByOthers(election).version()).isEqualTo(next.version());
        }
    }

    @Test
    @DisplayName("a commit whose answer is lost may have taken effect: the next renewal finds what did")
    void aLostAnswer() {
        try (LeaseStore store = throughTheLine()) {
            Asking alice = new Asking(store, election, LONG);
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
