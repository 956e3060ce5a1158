package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Records that land after their call has ended, or twice. */
@ResourceLock("the line to the shared broker")
@Tag("server")
@Timeout(120)
class LateWriteTest {
    private static final String ELECTION = "payroll";
    private static final Duration SHORT = Duration.ofMillis(500);

    /** Longer than any test here takes on a busy machine; no test waits for its end. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final String topic = KafkaTestData.newElection();
    private final TcpFaultProxy line = TestBroker.shared().line();

    @AfterEach
    void heal() {
        line.pass();
    }

    private KafkaStore direct() {
        return TestBroker.shared().store().topic(topic).open();
    }

    private KafkaStore behindProxy() {
        return KafkaStore.on(TestBroker.shared().addressOfLine()).topic(topic).open();
    }

    private static StoreCaller caller(LeaseStore store) {
        return new StoreCaller(store, ELECTION, LONG);
    }

    private static void assertUnknown(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failed -> assertThat(failed.kind()).isEqualTo(StoreException.Kind.OUTCOME_UNKNOWN));
    }

    /** Waits until the topic has so many records, void ones included. */
    private void awaitRecords(int number) {
        StoreTestSteps.await(number + " records", () -> records().size() >= number);
    }

    private List<ConsumerRecord<byte[], byte[]>> records() {
        return BrokerState.records(topic);
    }

    @Test
    @DisplayName("a renewal that lands after another has taken over is void (R6)")
    void lateRenewalIsVoid() {
        try (LeaseStore alices = behindProxy();
                LeaseStore bobs = direct()) {
            StoreCaller alice = caller(alices);
            Lease held = alice.lead();
            line.holdRequests();
            assertUnknown(() -> alice.tryToRenew(held, SHORT));
            StoreCaller bob = caller(bobs);
            Lease successor = ((Answer.Granted) bob.claim(bob.look(), StoreTestSteps.soon())).lease();
            line.pass();
            awaitRecords(3);

            assertThat(alice.look()).isEqualTo(bob.look());
            assertThat(bob.look().version()).isEqualTo(successor.version());
            assertThat(alice.tryToRenew(held, StoreTestSteps.LIMIT))
                    .isInstanceOfSatisfying(
                            Renewal.Refused.class,
                            refused -> assertThat(refused.found().version()).isEqualTo(successor.version()));
        }
    }

    @Test
    @DisplayName("a renewal that lands late takes effect if nothing changed, and is found by its attempt (R8)")
    void lateRenewalIsFoundByAttempt() {
        try (LeaseStore alices = behindProxy()) {
            StoreCaller alice = caller(alices);
            Lease held = alice.lead();
            line.holdRequests();
            assertUnknown(() -> alice.tryToRenew(held, SHORT));
            line.pass();
            awaitRecords(2);

            Lease found = ((Sighting.Held) alice.look()).lease();
            assertThat(found.isSameTerm(held)).isTrue();
            assertThat(found.stamp().renewal()).isEqualTo(1);
            assertThat(found.stamp().attempt()).isNotEqualTo(held.stamp().attempt());
            assertThat(alice.renew(found).stamp().renewal()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("a record that is written a second time is void, whatever it is: a claim, a renewal or a release")
    void secondCopyIsVoid() {
        try (LeaseStore alices = direct();
                LeaseStore bobs = direct()) {
            StoreCaller alice = caller(alices);
            alices.release(alice.renew(alice.lead()), Handover.toAnyone(), StoreTestSteps.soon());
            Sighting before = alice.look();
            for (ConsumerRecord<byte[], byte[]> each : records()) {
                KafkaTestData.write(topic, new String(each.value(), StandardCharsets.UTF_8));
            }

            assertThat(alice.look()).isEqualTo(before);
            assertThat(caller(bobs).look()).isEqualTo(before);
        }
    }
}
