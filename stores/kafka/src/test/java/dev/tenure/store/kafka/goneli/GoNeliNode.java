package dev.tenure.store.kafka.goneli;

import dev.tenure.store.kafka.TestBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Behaves on the wire as a goNELI node: an eager range consumer that leads while it owns partition 0, with heartbeats.
 */
public final class GoNeliNode implements AutoCloseable {
    /** The client id of librdkafka, which goNELI uses. */
    public static final String CLIENT_ID = "rdkafka";

    private final TestBroker broker;
    private final GoNeli goNeli;
    private final String name;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread = new Thread(this::run, "go-node");
    private volatile boolean assigned;
    private volatile boolean closed;
    private volatile long assignedNanos;
    private volatile long lastHeartbeatNanos;

    public GoNeliNode(GoNeli goNeli, String name) {
        this(TestBroker.shared(), goNeli, name);
    }

    public GoNeliNode(TestBroker broker, GoNeli goNeli, String name) {
        this.broker = broker;
        this.goNeli = goNeli;
        this.name = name;
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.address(), "linger.ms", 0, "enable.idempotence", false);
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker.address(),
                "group.id",
                goNeli.group(),
                "client.id",
                CLIENT_ID,
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "latest",
                "session.timeout.ms",
                Math.toIntExact(goNeli.session().toMillis()),
                "heartbeat.interval.ms",
                200,
                "partition.assignment.strategy",
                "org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer.RoundRobinAssignor");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(goNeli.topic()), new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                    assigned = false;
                }

                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    assignedNanos = System.nanoTime();
                    assigned = partitions.contains(new TopicPartition(goNeli.topic(), 0));
                }
            });
            while (!closed) {
                consumer.poll(Duration.ofMillis(50));
                if (assigned) {
                    String value = System.nanoTime() + "%" + name;
                    send(new ProducerRecord<>(goNeli.topic(), 0, null, value.getBytes(StandardCharsets.US_ASCII)));
                    lastHeartbeatNanos = System.nanoTime();
                }
            }
        }
        assigned = false;
    }

    private void send(ProducerRecord<byte[], byte[]> heartbeat) {
        try {
            producer.send(heartbeat).get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean leads() {
        return assigned;
    }

    /** Returns when it was last assigned, on the host's monotonic clock. */
    public long assignedNanos() {
        return assignedNanos;
    }

    /** Returns when it wrote its last heartbeat, on the host's monotonic clock. */
    public long lastHeartbeatNanos() {
        return lastHeartbeatNanos;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ZERO);
    }
}
