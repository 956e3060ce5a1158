package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
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

/** Claims that take longer than a call may: what was done so far counts, or nobody ever leads on a slow machine. */
@Tag("server")
@Timeout(120)
class SlowClaimTest {
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final GoNeli goNeli = GoNeli.of(Sample.newElection()).withHeartbeatTimeout(Duration.ofSeconds(15));
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicReference<Runnable> whenMade = new AtomicReference<>(() -> {});

    private KafkaStore open() {
        Runnable hook = () -> {
            made.incrementAndGet();
            whenMade.getAndSet(() -> {}).run();
        };
        return KafkaStore.on(TestBroker.shared().address())
                .sharedWith(goNeli)
                .clientSetting("interceptor.classes", WhenWritten.class.getName())
                .clientSetting(WhenWritten.MADE, hook)
                .open();
    }

    /** Leads once, so that the group has chosen it and there is a topic, and returns the record that is free then. */
    private static Sighting freed(KafkaStore store, Asking asking) {
        store.release(asking.lead(), Handover.toAnyone(), StoreTestSteps.soon());
        return asking.look();
    }

    private static boolean fails(Asking asking, Sighting free) {
        try {
            assertThat(asking.claim(free, Deadline.after(TimeSource.system(), SHORT)))
                    .isInstanceOf(Answer.Refused.class);
            return false;
        } catch (StoreException failed) {
            assertThat(failed.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
            return true;
        }
    }

    @Test
    @DisplayName("a producer that was not ready in time is used by the next claim, and not made again")
    void aSlowProducerIsNotMadeTwice() {
        try (KafkaStore store = open()) {
            Asking asking = new Asking(store, goNeli.group());
            Sighting free = freed(store, asking);
            made.set(0);
            CountDownLatch slow = new CountDownLatch(1);
            whenMade.set(() -> awaitQuietly(slow));
            StoreTestSteps.await("a claim runs out of time", () -> fails(asking, free) && made.get() > 0);
            slow.countDown();

            StoreTestSteps.await("it is granted", () -> asking.tryToClaim(free) instanceof Answer.Granted);

            assertThat(made).hasValue(1);
        }
    }

    /** The call that waits for it is interrupted; making a client is not. */
    private static void awaitQuietly(CountDownLatch latch) {
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
    @DisplayName("a claim that ran out of time after it had shut out others need not do so again")
    void whoHasShutOutOthersGoesOn() {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", TestBroker.shared().address(), "transactional.id", "other-" + goNeli.group());
        try (KafkaStore store = open();
                KafkaProducer<byte[], byte[]> other =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            Asking asking = new Asking(store, goNeli.group());
            Sighting free = freed(store, asking);
            made.set(0);
            other.initTransactions();
            other.beginTransaction();
            assertThat(other.send(new ProducerRecord<>(goNeli.topic(), 0, null, new byte[0])))
                    .succeedsWithin(StoreTestSteps.LIMIT);
            StoreTestSteps.await("a claim runs out of time", () -> fails(asking, free) && made.get() > 0);
            StoreTestSteps.await("another does", () -> fails(asking, free));
            other.abortTransaction();

            StoreTestSteps.await("it is granted", () -> asking.tryToClaim(free) instanceof Answer.Granted);

            assertThat(made).hasValue(1);
        }
    }
}
