package dev.tenure.store.kafka.goneli;

import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.ConsumerClosing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings of the clients of an election that is shared with goNELI. Immutable. */
final class GroupSettings {
    private static final String COMMITTED = "read_committed";
    private static final int HEARTBEATS_PER_SESSION = 20;

    private final ClientSettings settings;
    private final GoNeli goNeli;

    GroupSettings(ClientSettings settings, GoNeli goNeli) {
        this.settings = settings;
        this.goNeli = goNeli;
    }

    /** Returns when the group gives up a silent member; a rebalance waits for a member twice as long. */
    Duration session() {
        return goNeli.session();
    }

    private int heartbeatTimeoutMillis() {
        return Math.toIntExact(goNeli.heartbeatTimeout().toMillis());
    }

    /** Returns the settings of a consumer that reads all committed records of a topic. */
    Map<String, Object> reader() {
        return settings.reader(COMMITTED);
    }

    /** Returns the settings of a member of the election's group. */
    Map<String, Object> member(GroupSize size) {
        Map<String, Object> member = settings.consumer();
        member.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, COMMITTED);
        member.put(ConsumerConfig.GROUP_ID_CONFIG, goNeli.group());
        member.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        int sessionMillis = Math.toIntExact(session().toMillis());
        member.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 2 * sessionMillis);
        // The range assignor prefers the first member id. Ids begin with this: it sorts after goNELI's "rdkafka".
        member.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "tenure");
        member.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        member.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMillis);
        member.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMillis / HEARTBEATS_PER_SESSION);
        // Else a group that found no topic, because it was just deleted, learns of the next one only after minutes.
        member.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, sessionMillis);
        member.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, heartbeatTimeoutMillis());
        member.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CountingAssignor.class));
        member.put(CountingAssignor.SIZE, size);
        member.putAll(ConsumerClosing.settingsOfMember());
        return member;
    }

    /**
     * Returns the settings of the transactional producer of an election's terms.
     *
     * <p>Go nodes read nothing after a transaction that was left open, not even their own heartbeats; so it must end
     * soon. No call of a leader lasts longer than the ttl, so a timeout of one ttl never ends a transaction of a live
     * leader.
     */
    Map<String, Object> termProducer(ElectionNames names, Duration ttl) {
        Map<String, Object> producer = settings.producer();
        producer.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, names.transactionalId());
        producer.put(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Math.toIntExact(Math.min(ttl.toMillis(), heartbeatTimeoutMillis())));
        return producer;
    }
}
