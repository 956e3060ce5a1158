package dev.tenure.store.kafka;

import static java.util.Objects.requireNonNull;

import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.KafkaNames;
import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.store.kafka.goneli.GroupElections;
import dev.tenure.store.kafka.log.LogElections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link KafkaStore}. Not thread-safe. */
public final class KafkaStoreBuilder {
    private static final String DEFAULT_TOPIC = "tenure";

    private final Map<String, Object> settings = new HashMap<>();
    private @Nullable String topic;
    private boolean createsTopics = true;
    private @Nullable GoNeli goNeli;
    private boolean leasesOnly;

    KafkaStoreBuilder(String bootstrapServers) {
        settings.put("bootstrap.servers", requireNonNull(bootstrapServers, "bootstrapServers"));
    }

    /**
     * Sets the topic of all elections; their history is in another, with {@code .history} appended. Default: tenure.
     */
    public KafkaStoreBuilder topic(String newTopic) {
        KafkaNames.check("topic", newTopic + LogElections.HISTORY_SUFFIX);
        this.topic = newTopic;
        return this;
    }

    /** Sets whether missing topics are created when a candidate stands. Default: true. */
    public KafkaStoreBuilder createIfMissing(boolean create) {
        this.createsTopics = create;
        return this;
    }

    /** Shares one election with programs that use goNELI: the store uses its group, topic and format. */
    public KafkaStoreBuilder sharedWith(GoNeli programs) {
        this.goNeli = requireNonNull(programs, "programs");
        return this;
    }

    /**
     * Sets whether beside goNELI nothing but leases is kept: no topics of Tenure's own for requests and history.
     * Default: false.
     */
    public KafkaStoreBuilder leasesOnly(boolean only) {
        this.leasesOnly = only;
        return this;
    }

    /**
     * Sets a setting of Kafka's clients, such as security, addresses or buffers.
     *
     * @throws IllegalArgumentException if elections are safe only with Tenure's value
     */
    public KafkaStoreBuilder clientSetting(String key, Object value) {
        ClientSettings.check(key);
        settings.put(key, requireNonNull(value, "value"));
        return this;
    }

    /** Sets several settings of Kafka's clients, each as {@link #clientSetting} does. */
    public KafkaStoreBuilder clientSettings(Map<String, ?> all) {
        all.forEach(this::clientSetting);
        return this;
    }

    /**
     * Opens the store. It connects with its first call.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     */
    public KafkaStore open() {
        ClientSettings clients = new ClientSettings(settings);
        if (goNeli == null) {
            if (leasesOnly) {
                throw new IllegalArgumentException(
                        "leasesOnly is for a topic of goNELI's: all that Tenure keeps alone is in one topic anyway");
            }
            return new KafkaStore(new LogElections(topic == null ? DEFAULT_TOPIC : topic, clients, createsTopics));
        }
        if (topic != null) {
            throw new IllegalArgumentException(
                    "the topic of an election shared with goNELI is '" + goNeli.topic() + "': set it there alone");
        }
        GroupElections shared = new GroupElections(goNeli, clients, createsTopics);
        String own = goNeli.topic() + BesideGoNeli.SUFFIX;
        if (leasesOnly) {
            return new KafkaStore(shared);
        }
        KafkaNames.check("topic", own + LogElections.HISTORY_SUFFIX);
        return new KafkaStore(new BesideGoNeli(shared, new LogElections(own, clients, createsTopics)));
    }
}
