package dev.tenure.store.kafka;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link KafkaStore}. Not thread-safe. */
public final class KafkaStoreBuilder {
    private static final Duration DEFAULT_SESSION = Duration.ofSeconds(10);
    private static final Duration LONGEST_SESSION = Duration.ofMinutes(30);

    private final Map<String, Object> settings = new HashMap<>();
    private String prefix = "tenure";
    private @Nullable String group;
    private GroupProtocol protocol = GroupProtocol.CLASSIC;
    private @Nullable Duration session;
    private @Nullable String staticMember;
    private boolean createsTopics = true;
    private @Nullable GoNeli goNeli;

    KafkaStoreBuilder(String bootstrapServers) {
        settings.put("bootstrap.servers", requireNonNull(bootstrapServers, "bootstrapServers"));
    }

    /** Sets the prefix of the topics, to which the election is appended after a dot. Default: {@code tenure}. */
    public KafkaStoreBuilder prefix(String newPrefix) {
        this.prefix = TopicNames.check("prefix", newPrefix);
        return this;
    }

    /** Sets the prefix of the groups. Default: the prefix of the topics. */
    public KafkaStoreBuilder groupPrefix(String newGroup) {
        this.group = TopicNames.check("group", newGroup);
        return this;
    }

    /** Sets the protocol of the groups, which must be the same in all processes. Default: classic. */
    public KafkaStoreBuilder protocol(GroupProtocol newProtocol) {
        this.protocol = requireNonNull(newProtocol, "protocol");
        return this;
    }

    /**
     * Sets when the group gives up a silent member. It must be within the bounds of the brokers, usually from 6 s, and
     * should be below the ttl: a longer one delays the next leader. Default: 10 s. Under {@link GroupProtocol#CONSUMER}
     * the setting of the brokers counts instead. Beside goNELI it is three heartbeat timeouts.
     */
    public KafkaStoreBuilder sessionTimeout(Duration newSession) {
        if (newSession.toMillis() < 1 || newSession.compareTo(LONGEST_SESSION) > 0) {
            throw new IllegalArgumentException("a session timeout of " + newSession + " is not between 1 ms and "
                    + LONGEST_SESSION + ": no broker accepts it");
        }
        this.session = newSession;
        return this;
    }

    /**
     * Makes this process a static member of its groups: if it restarts within the session timeout, leadership does not
     * move. The name must be the same after the restart, and different in each process.
     */
    public KafkaStoreBuilder staticMember(String name) {
        this.staticMember = TopicNames.check("static member", name);
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
        if (goNeli != null && (protocol != GroupProtocol.CLASSIC || staticMember != null)) {
            throw new IllegalArgumentException(
                    "goNELI knows only the classic protocol and no static members: leave both at their defaults");
        }
        if (goNeli != null && session != null) {
            throw new IllegalArgumentException("the session of a group shared with goNELI is three heartbeat timeouts, "
                    + goNeli.session().toMillis() + " ms here: do not set the session timeout");
        }
        return new KafkaStore(new KafkaElections(this), goNeli);
    }

    Map<String, Object> settings() {
        return settings;
    }

    String prefix() {
        return prefix;
    }

    String group() {
        return group == null ? prefix : group;
    }

    GroupProtocol protocol() {
        return protocol;
    }

    Duration session() {
        if (goNeli != null) {
            return goNeli.session();
        }
        return session == null ? DEFAULT_SESSION : session;
    }

    @Nullable String staticMember() {
        return staticMember;
    }

    boolean createsTopics() {
        return createsTopics;
    }

    @Nullable GoNeli goNeli() {
        return goNeli;
    }
}
