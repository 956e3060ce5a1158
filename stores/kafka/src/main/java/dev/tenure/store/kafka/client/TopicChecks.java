package dev.tenure.store.kafka.client;

import dev.tenure.StoreException;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/** Checks for {@code tenure doctor}: how many brokers there are, and whether a topic could lose records. */
public final class TopicChecks {
    private final TopicAdmin topicAdmin;
    private final Deadline deadline;

    /** Makes checks that end by the deadline. */
    public TopicChecks(TopicAdmin topicAdmin, Deadline deadline) {
        this.topicAdmin = topicAdmin;
        this.deadline = deadline;
    }

    /** Returns the brokers. */
    public Collection<Node> brokers() {
        return topicAdmin.ask(
                "listing brokers", admin -> admin.describeCluster().nodes(), deadline);
    }

    /** Checks how many brokers there are. */
    public static CheckResult number(Collection<Node> brokers) {
        return brokers.size() > 1
                ? CheckResult.ok("brokers", brokers.size() + " brokers")
                : CheckResult.warn(
                        "brokers",
                        "one broker: while it is down, nobody leads",
                        "run three or more, and keep three replicas");
    }

    /** Returns the settings of a broker or a topic. */
    public TopicConfig config(ConfigResource.Type type, String name) {
        ConfigResource resource = new ConfigResource(type, name);
        return new TopicConfig(topicAdmin.ask(
                "reading the settings of " + name,
                admin -> admin.describeConfigs(List.of(resource)).values().get(resource),
                deadline));
    }

    /** The settings of a broker or a topic. */
    public record TopicConfig(Config all) {
        /** Returns a setting, empty if it is unknown. */
        public String text(String name) {
            ConfigEntry entry = all.get(name);
            return entry == null || entry.value() == null ? "" : entry.value();
        }

        /** Returns a number, -1 if it is unknown. */
        public long number(String name) {
            String text = text(name);
            return text.isEmpty() ? -1 : Long.parseLong(text);
        }
    }

    /**
     * Checks whether a topic could lose records.
     *
     * @param leastRetention how long records must be kept
     * @param compacted what is wrong with a compacted topic and what to do, or empty if nothing is
     * @return what is wrong, or that nothing is; empty if there is no such topic
     */
    public List<CheckResult> topic(String topic, Duration leastRetention, Map<String, String> compacted) {
        Optional<TopicDescription> found = topicAdmin.find(topic, deadline);
        if (found.isEmpty()) {
            return List.of();
        }
        try {
            int replicas = found.get().partitions().get(0).replicas().size();
            TopicConfig config = config(ConfigResource.Type.TOPIC, topic);
            List<CheckResult> wrong = new ArrayList<>(replication(topic, replicas, config));
            String policy = config.text("cleanup.policy");
            long retention = config.number("retention.ms");
            if (policy.contains("delete") && retention >= 0 && retention < leastRetention.toMillis()) {
                wrong.add(CheckResult.fail(
                        topic,
                        "retention.ms is " + retention + ": the record of a leader could be deleted while it leads",
                        "set it to a week"));
            }
            if (policy.contains("compact")) {
                compacted.forEach((problem, remedy) -> wrong.add(CheckResult.fail(topic, problem, remedy)));
            }
            String well = replicas + (replicas == 1 ? " replica, " : " replicas, ") + policy;
            return wrong.isEmpty() ? List.of(CheckResult.ok(topic, well)) : wrong;
        } catch (StoreException denied) {
            return List.of(CheckResult.warn(
                    topic,
                    "the brokers do not show its settings: " + denied.getMessage(),
                    "grant DescribeConfigs on the topic, or compare them with the page of the Kafka store yourself"));
        }
    }

    private static List<CheckResult> replication(String topic, int replicas, TopicConfig config) {
        List<CheckResult> wrong = new ArrayList<>();
        if (config.text("unclean.leader.election.enable").equals("true")) {
            wrong.add(CheckResult.fail(
                    topic,
                    "unclean.leader.election.enable is true: a broker that lags may take over, and lose the record of the"
                            + " leader",
                    "set it to false"));
        }
        long insync = config.number("min.insync.replicas");
        if (replicas > 1 && insync < 2) {
            wrong.add(CheckResult.warn(
                    topic,
                    replicas + " replicas, but min.insync.replicas is " + insync + ": the crash of one broker can"
                            + " lose the record of the leader",
                    "set it to 2"));
        }
        return wrong;
    }
}
