package dev.tenure.store.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The settings of Kafka's clients: those of the user, and those that safety needs. */
final class ClientSettings {
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
    private static final int CALL_MILLIS = 5_000;

    private static final int RETRY_MILLIS = 20;
    private static final int HEARTBEATS_PER_SESSION = 20;

    private final Map<String, Object> users;
    private final GroupProtocol protocol;
    private final Duration session;
    private final @Nullable String staticMember;
    private final boolean shared;

    ClientSettings(KafkaStoreBuilder builder) {
        this.users = Map.copyOf(builder.settings());
        this.protocol = builder.protocol();
        this.session = builder.session();
        this.staticMember = builder.staticMember();
        this.shared = builder.goNeli() != null;
    }

    /** Refuses a setting that only Tenure may make. */
    static void check(String key) {
        if (RESERVED.contains(key)) {
            throw new IllegalArgumentException(
                    "the Kafka setting '" + key + "' cannot be overridden: elections are safe"
                            + " only with Tenure's value; you may set addresses, security, buffers and the like");
        }
    }

    /** Returns the addresses of the brokers, for messages. */
    String servers() {
        return String.valueOf(users.get("bootstrap.servers"));
    }

    GroupProtocol protocol() {
        return protocol;
    }

    /** Returns when the group gives up a silent member; a rebalance waits for a member twice as long. */
    Duration session() {
        return session;
    }

    /** Tells whether a member that leaves is expected back, under the same name. */
    boolean isStatic() {
        return staticMember != null;
    }

    /** Tells whether the group is shared with programs that use goNELI. */
    boolean isShared() {
        return shared;
    }

    private int heartbeatTimeoutMillis() {
        return Math.toIntExact(session.toMillis() / GoNeli.SESSION_FACTOR);
    }

    /** Returns the settings of an admin client. */
    Map<String, Object> admin() {
        Map<String, Object> settings = new HashMap<>(users);
        settings.put("request.timeout.ms", CALL_MILLIS);
        settings.put("default.api.timeout.ms", CALL_MILLIS);
        return settings;
    }

    /** Returns the settings of a consumer that reads all committed records of a topic. */
    Map<String, Object> reader() {
        Map<String, Object> settings = consumer();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        return settings;
    }

    /** Returns the settings of a member of the election's group. */
    Map<String, Object> member(ElectionNames names, GroupSize size) {
        Map<String, Object> settings = consumer();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, names.group());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        int sessionMillis = Math.toIntExact(session.toMillis());
        settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 2 * sessionMillis);
        if (staticMember != null) {
            settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, staticMember);
        }
        if (protocol == GroupProtocol.CONSUMER) {
            settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
            settings.put(ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG, "uniform");
            return settings;
        }
        if (shared) {
            // The range assignor prefers the first member id. Ids begin with this: it sorts after goNELI's "rdkafka".
            settings.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "tenure");
        }
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMillis);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMillis / HEARTBEATS_PER_SESSION);
        settings.put(
                ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                shared ? heartbeatTimeoutMillis() : Math.max(sessionMillis / 3, 1_000));
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CountingAssignor.class));
        settings.put(CountingAssignor.DECIDING, shared ? new RangeAssignor() : new CooperativeStickyAssignor());
        settings.put(CountingAssignor.SIZE, size);
        return settings;
    }

    private Map<String, Object> consumer() {
        Map<String, Object> settings = new HashMap<>(users);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        return settings;
    }

    /**
     * Returns the settings of the transactional producer of an election's terms.
     *
     * <p>Go nodes read nothing after a transaction that was left open, not even their own heartbeats; so it must end
     * soon. No call of a leader lasts longer than the ttl, so a timeout of one ttl never ends a transaction of a live
     * leader.
     */
    Map<String, Object> termProducer(ElectionNames names, Duration ttl) {
        Map<String, Object> settings = recordProducer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, names.transactionalId());
        long longest = shared ? Math.min(ttl.toMillis(), heartbeatTimeoutMillis()) : 2 * CALL_MILLIS;
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.toIntExact(longest));
        return settings;
    }

    /** Returns the settings of the producer of roster entries, requests and history. */
    Map<String, Object> recordProducer() {
        Map<String, Object> settings = new HashMap<>(users);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true); // a record that the client sends again is written once
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
