package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/** Checks for {@code tenure doctor}: the brokers' bounds for sessions, and the settings of the elections' topics. */
final class KafkaDiagnosis {
    private static final long LEAST_RETENTION_MILLIS = 3_600_000;
    private static final int MOST_TOPICS = 100;

    private final TopicAdmin topicAdmin;
    private final ClientSettings settings;
    private final String prefix;
    private final @Nullable GoNeli goNeli;

    KafkaDiagnosis(TopicAdmin topicAdmin, ClientSettings settings, String prefix, @Nullable GoNeli goNeli) {
        this.topicAdmin = topicAdmin;
        this.settings = settings;
        this.prefix = prefix;
        this.goNeli = goNeli;
    }

    List<CheckResult> run(Timing timing, Deadline deadline) {
        List<CheckResult> findings = new ArrayList<>();
        Collection<Node> brokers = topicAdmin.ask(
                "listing brokers", admin -> admin.describeCluster().nodes(), deadline);
        findings.add(
                brokers.size() > 1
                        ? CheckResult.ok("brokers", brokers.size() + " brokers")
                        : CheckResult.warn(
                                "brokers",
                                "one broker: while it is down, nobody leads",
                                "run three or more, and keep three replicas"));
        try {
            findings.addAll(sessions(brokers.iterator().next(), timing, deadline));
        } catch (StoreException denied) {
            findings.add(
                    CheckResult.warn(
                            "session",
                            "the brokers do not show their settings: " + denied.getMessage(),
                            "grant DescribeConfigs on the topicAdmin, or compare the session timeout with their bounds yourself"));
        }
        for (String topic : topics(deadline)) {
            findings.addAll(topic(topic, timing, deadline));
        }
        return findings;
    }

    private List<String> topics(Deadline deadline) {
        return topicAdmin.topics(deadline).stream()
                .filter(topic -> goNeli == null
                        ? TopicNames.electionOf(prefix, topic).isPresent()
                        : topic.equals(goNeli.topic()))
                .sorted()
                .limit(MOST_TOPICS)
                .toList();
    }

    private List<CheckResult> sessions(Node broker, Timing timing, Deadline deadline) {
        Config config = config(new ConfigResource(ConfigResource.Type.BROKER, broker.idString()), deadline);
        List<CheckResult> findings = new ArrayList<>();
        if (settings.protocol() == GroupProtocol.CONSUMER) {
            long session = number(config, "group.consumer.session.timeout.ms");
            findings.add(
                    session <= timing.ttl().toMillis()
                            ? CheckResult.ok("session", "a silent member is given up after " + session + " ms")
                            : CheckResult.warn(
                                    "session",
                                    "a silent member is given up only after " + session + " ms, later than the ttl of "
                                            + timing.ttl().toMillis() + " ms",
                                    "lower group.consumer.session.timeout.ms of the brokers, or use the classic"
                                            + " protocol"));
            return findings;
        }
        long session = settings.session().toMillis();
        long least = number(config, "group.min.session.timeout.ms");
        long most = number(config, "group.max.session.timeout.ms");
        if (session < least || session > most) {
            findings.add(CheckResult.fail(
                    "session",
                    "a session timeout of " + session + " ms is not between " + least + " and " + most
                            + " ms: nobody can join",
                    "choose one between them, or change the bounds of the brokers"));
        } else if (goNeli == null && session > timing.ttl().toMillis()) {
            findings.add(CheckResult.warn(
                    "session",
                    "a silent member is given up after " + session + " ms, later than the ttl of "
                            + timing.ttl().toMillis() + " ms",
                    "choose a session timeout below the ttl, so that another candidate leads sooner after a crash"));
        } else {
            findings.add(CheckResult.ok("session", "a silent member is given up after " + session + " ms"));
        }
        long delay = number(config, "group.initial.rebalance.delay.ms");
        if (delay > 0) {
            findings.add(CheckResult.ok("first election", "an empty group waits " + delay + " ms for more members"));
        }
        return findings;
    }

    private List<CheckResult> topic(String topic, Timing timing, Deadline deadline) {
        List<CheckResult> findings = new ArrayList<>();
        Optional<TopicDescription> found = topicAdmin.find(topic, deadline);
        if (found.isEmpty()) {
            return findings;
        }
        int partitions = found.get().partitions().size();
        if (goNeli == null && partitions > 1) {
            findings.add(CheckResult.warn(
                    topic,
                    partitions + " partitions, of which only the first counts: leadership may move when a candidate"
                            + " joins",
                    "create the topic again, with one partition"));
        }
        int replicas = found.get().partitions().get(0).replicas().size();
        Config config = config(new ConfigResource(ConfigResource.Type.TOPIC, topic), deadline);
        long insync = number(config, "min.insync.replicas");
        if (text(config, "unclean.leader.election.enable").equals("true")) {
            findings.add(CheckResult.fail(
                    topic,
                    "unclean.leader.election.enable is true: a broker that lags may take over, and lose the record of the"
                            + " leader",
                    "set it to false"));
        }
        if (replicas > 1 && insync < 2) {
            findings.add(CheckResult.warn(
                    topic,
                    replicas + " replicas, but min.insync.replicas is " + insync + ": the crash of one broker can"
                            + " lose the record of the leader",
                    "set it to 2"));
        }
        String policy = text(config, "cleanup.policy");
        long retention = number(config, "retention.ms");
        if (policy.contains("delete")
                && retention >= 0
                && retention < Math.max(LEAST_RETENTION_MILLIS, timing.ttl().toMillis() * 10)) {
            findings.add(CheckResult.fail(
                    topic,
                    "retention.ms is " + retention + ": the record of a leader could be deleted while it leads",
                    "set it to a day or more"));
        }
        if (goNeli == null && !policy.contains("compact")) {
            findings.add(CheckResult.warn(
                    topic,
                    "cleanup.policy is " + policy + ": each start reads all heartbeats of the retention",
                    "set cleanup.policy=compact,delete and segment.ms=600000"));
        }
        if (findings.isEmpty()) {
            findings.add(CheckResult.ok(topic, replicas + (replicas == 1 ? " replica, " : " replicas, ") + policy));
        }
        return findings;
    }

    private Config config(ConfigResource resource, Deadline deadline) {
        return topicAdmin.ask(
                "reading the settings of " + resource.name(),
                admin -> admin.describeConfigs(List.of(resource)).values().get(resource),
                deadline);
    }

    private static String text(Config config, String name) {
        ConfigEntry entry = config.get(name);
        return entry == null || entry.value() == null ? "" : entry.value();
    }

    private static long number(Config config, String name) {
        String text = text(config, name);
        return text.isEmpty() ? -1 : Long.parseLong(text);
    }
}
