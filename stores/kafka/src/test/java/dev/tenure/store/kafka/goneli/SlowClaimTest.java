package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.ProducerHooks;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Claims that take longer than one call: the next call resumes them, or nobody would ever lead on a slow machine. */
@Tag("server")
@Timeout(120)
class SlowClaimTest {
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final GoNeli goNeli = GoNeli.of(KafkaTestData.newElection()).withHeartbeatTimeout(Duration.ofSeconds(15));
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicReference<Runnable> whenCreated = new AtomicReference<>(() -> {});

    private KafkaStore open() {
        Runnable hook = () -> {
            created.incrementAndGet();
            whenCreated.getAndSet(() -> {}).run();
        };
        return KafkaStore.on(TestBroker.shared().address())
                .sharedWith(goNeli)
                .clientSetting("interceptor.classes", ProducerHooks.class.getName())
                .clientSetting(ProducerHooks.CREATED, hook)
                .open();
    }

    /** Leads once, so that the topic exists and the group has chosen the caller, and returns the released record. */
    private static Sighting freed(StoreCaller caller) {
        caller.leadAndRelease();
        return caller.look();
    }

    private static boolean fails(StoreCaller caller, Sighting free) {
        try {
            assertThat(caller.claim(free, Deadline.after(TimeSource.system(), SHORT)))
                    .isInstanceOf(Answer.Refused.class);
            return false;
        } catch (StoreException failed) {
            assertThat(failed.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
            return true;
        }
    }

    @Test
    @DisplayName("a producer that was not ready in time is used by the next claim")
    void nextClaimUsesSlowProducer() {
        try (KafkaStore store = open()) {
            StoreCaller caller = new StoreCaller(store, goNeli.group());
            Sighting free = freed(caller);
            created.set(0);
            CountDownLatch slow = new CountDownLatch(1);
            whenCreated.set(() -> awaitUninterruptibly(slow));
            StoreTestSteps.await("a claim runs out of time", () -> fails(caller, free) && created.get() > 0);
            slow.countDown();

            StoreTestSteps.await("it is granted", () -> caller.tryToClaim(free) instanceof Answer.Granted);

            assertThat(created).hasValue(1);
        }
    }

    /** Waits through interrupts: the call that waits for the client is interrupted, creating the client goes on. */
    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("a claim that ran out of time after its producer took over is resumed by the next claim")
    void nextClaimNeedNotTakeOverAgain() {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", TestBroker.shared().address(), "transactional.id", "other-" + goNeli.group());
        try (KafkaStore store = open();
                KafkaProducer<byte[], byte[]> other =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            StoreCaller caller = new StoreCaller(store, goNeli.group());
            Sighting free = freed(caller);
            created.set(0);
            other.initTransactions();
            other.beginTransaction();
            assertThat(other.send(new ProducerRecord<>(goNeli.topic(), 0, null, new byte[0])))
                    .succeedsWithin(StoreTestSteps.LIMIT);
            StoreTestSteps.await("a claim runs out of time", () -> fails(caller, free) && created.get() > 0);
            StoreTestSteps.await("another does", () -> fails(caller, free));
            other.abortTransaction();

            StoreTestSteps.await("it is granted", () -> caller.tryToClaim(free) instanceof Answer.Granted);

            assertThat(created).hasValue(1);
        }
    }
}
