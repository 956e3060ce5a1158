package dev.tenure.store.kafka;

import dev.tenure.Timing;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Test data of this module: names, a timing, a request, and records of other programs. */
public final class KafkaTestData {
    public static final Timing TIMING =
            Timing.of(Duration.ofSeconds(3), Duration.ofMillis(150)).withCallTimeout(Duration.ofMillis(1500));

    private KafkaTestData() {}

    public static String newElection() {
        return "test-" + UUID.randomUUID();
    }

    /** Returns a request that applies to no term. */
    public static Request request(String election) {
        return new Request(election, 1, null, Instant.EPOCH, "somebody");
    }

    /** Tells whether the condition becomes true within this time, in tests where it must not. */
    public static boolean comesWithin(Duration duration, BooleanSupplier condition) {
        Deadline limit = StoreTestSteps.within(duration);
        while (!condition.getAsBoolean() && !limit.hasPassed()) {
            LockSupport.parkNanos(5_000_000);
        }
        return condition.getAsBoolean();
    }

    /** Deletes a topic and creates an empty one in its place. */
    public static void recreate(String topic) {
        try (Admin admin = TestBroker.shared().admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
            StoreTestSteps.await(
                    "it can be created again",
                    () -> isDone(admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1)))
                            .all()));
            StoreTestSteps.await(
                    "it is there",
                    () -> isDone(admin.describeTopics(List.of(topic)).allTopicNames()));
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static boolean isDone(KafkaFuture<?> request) {
        try {
            request.get();
            return true;
        } catch (ExecutionException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Writes a record to partition 0, as another program could. */
    public static void write(String topic, String value) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", TestBroker.shared().address(), "linger.ms", 0);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, 0, null, value.getBytes(StandardCharsets.UTF_8)))
                    .get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
