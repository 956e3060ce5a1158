package dev.tenure.store.kafka.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings of Kafka's clients: those of the user, and those that safety needs. Immutable. */
public final class ClientSettings {
    private static final TreeSet<String> RESERVED = new TreeSet<>(List.of(
            "acks",
            "allow.auto.create.topics",
            "auto.offset.reset",
            "default.api.timeout.ms",
            "delivery.timeout.ms",
            "enable.auto.commit",
            "enable.idempotence",
            "fetch.max.wait.ms",
            "fetch.min.bytes",
            "group.id",
            "group.instance.id",
            "group.protocol",
            "group.remote.assignor",
            "heartbeat.interval.ms",
            "isolation.level",
            "key.deserializer",
            "key.serializer",
            "linger.ms",
            "max.block.ms",
            "max.poll.interval.ms",
            "partition.assignment.strategy",
            "request.timeout.ms",
            "retries",
            "retry.backoff.ms",
            "session.timeout.ms",
            "transaction.timeout.ms",
            "transactional.id",
            "value.deserializer",
            "value.serializer"));

    /** After this time a request ends by itself that no call waits for any more. */
    public static final int CALL_MILLIS = 5_000;

    private static final int RETRY_MILLIS = 20;

    private final Map<String, Object> users;

    /** Makes the settings of clients that the user gave these settings. */
    public ClientSettings(Map<String, Object> users) {
        this.users = Map.copyOf(users);
    }

    /** Refuses a setting that only Tenure may make. */
    public static void check(String key) {
        if (RESERVED.contains(key)) {
            throw new IllegalArgumentException(
                    "the Kafka setting '" + key + "' cannot be overridden: elections are safe"
                            + " only with Tenure's value; you may set addresses, security, buffers and the like");
        }
    }

    /** Returns the addresses of the brokers, for messages. */
    public String servers() {
        return String.valueOf(users.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
    }

    /** Returns the settings of an admin client. */
    public Map<String, Object> admin() {
        Map<String, Object> settings = new HashMap<>(users);
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        return settings;
    }

    /** Returns the settings of a consumer, except who it is and where it starts. */
    public Map<String, Object> consumer() {
        Map<String, Object> settings = new HashMap<>(users);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        return settings;
    }

    /**
     * Returns the settings of a consumer in no group that reads a partition from where it is told to.
     *
     * @param isolation Kafka's name of what it reads: all records, or only committed ones
     */
    public Map<String, Object> reader(String isolation) {
        Map<String, Object> settings = consumer();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        return settings;
    }

    /** Returns the settings of a producer; a record that the client sends again is written once. */
    public Map<String, Object> producer() {
        Map<String, Object> settings = new HashMap<>(users);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, CALL_MILLIS);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        return settings;
    }
}
