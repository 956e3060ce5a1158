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

    /** Begins the names of topics with this instead of {@code tenure}: the election is appended after a dot. */
    public KafkaStoreBuilder prefix(String newPrefix) {
        this.prefix = TopicNames.check("prefix", newPrefix);
        return this;
    }

    /** Begins the names of groups with this instead of the prefix of the topics. */
    public KafkaStoreBuilder groupPrefix(String newGroup) {
        this.group = TopicNames.check("group", newGroup);
        return this;
    }

    /** Sets the protocol of the groups, the same for all their members. Default: classic. */
    public KafkaStoreBuilder protocol(GroupProtocol newProtocol) {
        this.protocol = requireNonNull(newProtocol, "protocol");
        return this;
    }

    /**
     * Sets after how long the group gives up a member it does not hear of. Within the bounds of the brokers, mostly
     * from 6 s; best below the ttl, or else it adds to the time until another leads. Default: 10 s. Under
     * {@link GroupProtocol#CONSUMER} the brokers' own setting counts, and beside goNELI three of its heartbeat
     * timeouts.
     */
    public KafkaStoreBuilder sessionTimeout(Duration newSession) {
        if (newSession.toMillis() < 1 || newSession.compareTo(LONGEST_SESSION) > 0) {
            throw new IllegalArgumentException("a session timeout of " + newSession + " is not between 1 ms and "
                    + LONGEST_SESSION + ": no broker takes it");
        }
        this.session = newSession;
        return this;
    }

    /**
     * Gives this process a name that the groups know it by again after a restart: if it is back within the session
     * timeout, leadership does not move. The name is the same before and after, and another in each process.
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

    /** Shares one election with programs that use goNELI, by its group, its topic and its format. */
    public KafkaStoreBuilder sharedWith(GoNeli programs) {
        this.goNeli = requireNonNull(programs, "programs");
        return this;
    }

    /**
     * Sets something of Kafka's clients: security, addresses, buffers.
     *
     * @throws IllegalArgumentException if elections would not be safe without Tenure's own setting
     */
    public KafkaStoreBuilder clientSetting(String key, Object value) {
        ClientSettings.check(key);
        settings.put(key, requireNonNull(value, "value"));
        return this;
    }

    /** Sets many things of Kafka's clients, each as {@link #clientSetting} does. */
    public KafkaStoreBuilder clientSettings(Map<String, ?> all) {
        all.forEach(this::clientSetting);
        return this;
    }

    /**
     * Opens the store. Nothing is sent before its first call.
     *
     * @throws IllegalArgumentException if what was set does not go together
     */
    public KafkaStore open() {
        if (goNeli != null && (protocol != GroupProtocol.CLASSIC || staticMember != null)) {
            throw new IllegalArgumentException(
                    "goNELI knows the classic protocol and no static members: leave both as they are");
        }
        if (goNeli != null && session != null) {
            throw new IllegalArgumentException("the session of a group shared with goNELI is three heartbeat timeouts, "
                    + goNeli.session().toMillis() + " ms here: leave the session timeout as it is");
        }
        return new KafkaStore(this);
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
