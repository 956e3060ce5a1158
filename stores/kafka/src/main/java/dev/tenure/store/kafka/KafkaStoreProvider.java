package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.store.support.UriParameters;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Opens {@code kafka://HOST:PORT,…/TOPIC}, where TOPIC is the topic of all elections. */
public final class KafkaStoreProvider implements StoreProvider {
    /** What the store needs; the build checks that these are the oldest and the newest version it is tested with. */
    static final String REQUIRES = "kafka-clients (org.apache.kafka:kafka-clients) 3.7.0 to 4.3.1";

    private static final Pattern ADDRESS = Pattern.compile("//(?<hosts>[^/@?]+)/(?<topic>[^/@]+)");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+):(?<port>\\d{1,5})");
    private static final String LEASES_ONLY = "leases-only";
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
        return "kafka://HOST:PORT,…/TOPIC[?settings=FILE]";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        UriParameters parameters = UriParameters.of(
                uri, "create", "settings", "goneli", "group", "heartbeat-timeout", "grace", LEASES_ONLY);
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
        KafkaStoreBuilder builder = KafkaStore.on(hosts).createIfMissing(parameters.flag("create", true));
        parameters.file("settings").ifPresent(file -> builder.clientSettings(SettingsFile.read(file)));
        if (parameters.flag("goneli", false)) {
            return builder.sharedWith(goNeli(topic, parameters))
                    .leasesOnly(parameters.flag(LEASES_ONLY, false))
                    .open();
        }
        parameters.refuseWithout("goneli=true", "group", "heartbeat-timeout", "grace", LEASES_ONLY);
        return builder.topic(topic).open();
    }

    private static GoNeli goNeli(String topic, UriParameters parameters) {
        String group = parameters.find("group");
        if (group == null) {
            throw new IllegalArgumentException(
                    "goneli=true needs the group of the programs that share the election: add group=…");
        }
        GoNeli shared = GoNeli.of(group).withTopic(topic);
        shared = shared.withHeartbeatTimeout(parameters.duration("heartbeat-timeout", shared.heartbeatTimeout()));
        return shared.withGrace(parameters.duration("grace", shared.grace()));
    }
}
