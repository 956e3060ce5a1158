package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Opens {@code kafka://HOST:PORT,…/TOPIC}, where TOPIC is the prefix of the topics of all elections. */
public final class KafkaStoreProvider implements StoreProvider {
    /** The library that the store needs; the build checks that the version is the one it was built with. */
    static final String REQUIRES = "kafka-clients (org.apache.kafka:kafka-clients) 4.3.1 or newer";

    private static final Pattern ADDRESS = Pattern.compile("//(?<hosts>[^/@?]+)/(?<topic>[^/@]+)");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+):(?<port>\\d{1,5})");
    private static final int HIGHEST_PORT = 65_535;

    @Override
    public Set<String> schemes() {
        return Set.of("kafka");
    }

    @Override
    public String requires() {
        return REQUIRES;
    }

    @Override
    public String example() {
        return "kafka://HOST:PORT,…/TOPIC[?group=…]";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        Map<String, String> parameters = uri.allowing(
                        "group",
                        "protocol",
                        "session-timeout",
                        "static-member",
                        "create",
                        "goneli",
                        "heartbeat-timeout",
                        "grace",
                        "settings")
                .parameters();
        Matcher address = ADDRESS.matcher(uri.rest());
        if (!address.matches()) {
            throw new IllegalArgumentException("the kafka store needs brokers and a topic: write " + example());
        }
        String hosts = StoreUri.decode(address.group("hosts"));
        for (String host : hosts.split(",", -1)) {
            Matcher parts = HOST.matcher(host);
            if (!parts.matches() || Integer.parseInt(parts.group("port")) > HIGHEST_PORT) {
                // Not quoted: it may be a user and a password.
                throw new IllegalArgumentException("there is no HOST:PORT where one belongs: write " + example());
            }
        }
        String topic = StoreUri.decode(address.group("topic"));
        KafkaStoreBuilder builder = KafkaStore.on(hosts).createIfMissing(flag(parameters, "create", true));
        if (parameters.containsKey("settings")) {
            builder.clientSettings(SettingsFile.read(parameters.get("settings")));
        }
        if (parameters.containsKey("session-timeout")) {
            builder.sessionTimeout(duration(parameters, "session-timeout"));
        }
        if (parameters.containsKey("static-member")) {
            builder.staticMember(parameters.get("static-member"));
        }
        builder.protocol(protocol(parameters.getOrDefault("protocol", "classic")));
        String group = parameters.get("group");
        if (flag(parameters, "goneli", false)) {
            if (group == null) {
                throw new IllegalArgumentException(
                        "goneli=true needs the group of the programs that share the election: add group=…");
            }
            return builder.sharedWith(goNeli(group, topic, parameters)).open();
        }
        for (String ofGoNeli : List.of("heartbeat-timeout", "grace")) {
            if (parameters.containsKey(ofGoNeli)) {
                throw new IllegalArgumentException(
                        "the parameter " + ofGoNeli + " applies only to goNELI: add goneli=true, or leave it out");
            }
        }
        builder.prefix(topic);
        return (group == null ? builder : builder.groupPrefix(group)).open();
    }

    private static GroupProtocol protocol(String value) {
        try {
            return GroupProtocol.valueOf(value.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the parameter protocol must be classic or consumer, not '" + value + "'", e);
        }
    }

    private static GoNeli goNeli(String group, String topic, Map<String, String> parameters) {
        GoNeli shared = GoNeli.of(group).withTopic(topic);
        if (parameters.containsKey("heartbeat-timeout")) {
            shared = shared.withHeartbeatTimeout(duration(parameters, "heartbeat-timeout"));
        }
        return parameters.containsKey("grace") ? shared.withGrace(duration(parameters, "grace")) : shared;
    }

    private static Duration duration(Map<String, String> parameters, String key) {
        String value = parameters.getOrDefault(key, "");
        Matcher number = Pattern.compile("(\\d{1,7})(ms|s)").matcher(value);
        if (!number.matches()) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " must be like 10s or 6500ms, not '" + value + "'");
        }
        long count = Long.parseLong(number.group(1));
        return number.group(2).equals("s") ? Duration.ofSeconds(count) : Duration.ofMillis(count);
    }

    private static boolean flag(Map<String, String> parameters, String key, boolean otherwise) {
        String value = parameters.getOrDefault(key, Boolean.toString(otherwise));
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("the parameter " + key + " must be true or false, not '" + value + "'");
        }
        return value.equals("true");
    }
}
