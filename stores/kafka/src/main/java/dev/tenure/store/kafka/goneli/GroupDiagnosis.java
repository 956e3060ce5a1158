package dev.tenure.store.kafka.goneli;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.kafka.client.TopicAdmin;
import dev.tenure.store.kafka.client.TopicChecks;
import dev.tenure.store.kafka.client.TopicChecks.TopicConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/** Checks for {@code tenure doctor}: the brokers' bounds for sessions, and the settings of the topic. */
final class GroupDiagnosis {
    private static final Duration LEAST_RETENTION = Duration.ofHours(1);

    private final TopicAdmin topicAdmin;
    private final GoNeli goNeli;

    GroupDiagnosis(TopicAdmin topicAdmin, GoNeli goNeli) {
        this.topicAdmin = topicAdmin;
        this.goNeli = goNeli;
    }

    List<CheckResult> run(Timing timing, Deadline deadline) {
        TopicChecks checks = new TopicChecks(topicAdmin, deadline);
        Collection<Node> brokers = checks.brokers();
        List<CheckResult> findings = new ArrayList<>(List.of(TopicChecks.number(brokers)));
        try {
            findings.addAll(sessions(checks, brokers.iterator().next()));
        } catch (StoreException denied) {
            findings.add(CheckResult.warn(
                    "session",
                    "the brokers do not show their settings: " + denied.getMessage(),
                    "grant DescribeConfigs on the cluster, or compare the session timeout with their bounds yourself"));
        }
        Duration tenTtls = timing.ttl().multipliedBy(10);
        findings.addAll(checks.topic(
                goNeli.topic(), tenTtls.compareTo(LEAST_RETENTION) > 0 ? tenTtls : LEAST_RETENTION, Map.of()));
        return findings;
    }

    private List<CheckResult> sessions(TopicChecks checks, Node broker) {
        TopicConfig config = checks.config(ConfigResource.Type.BROKER, broker.idString());
        List<CheckResult> findings = new ArrayList<>();
        long session = goNeli.session().toMillis();
        long least = config.number("group.min.session.timeout.ms");
        long most = config.number("group.max.session.timeout.ms");
        findings.add(
                session < least || session > most
                        ? CheckResult.fail(
                                "session",
                                "a session timeout of " + session + " ms is not between " + least + " and " + most
                                        + " ms: nobody can join",
                                "choose a heartbeat timeout whose triple is between them, or change the bounds of the"
                                        + " brokers")
                        : CheckResult.ok("session", "a silent member is given up after " + session + " ms"));
        long delay = config.number("group.initial.rebalance.delay.ms");
        if (delay > 0) {
            findings.add(CheckResult.ok("first election", "an empty group waits " + delay + " ms for more members"));
        }
        return findings;
    }
}
