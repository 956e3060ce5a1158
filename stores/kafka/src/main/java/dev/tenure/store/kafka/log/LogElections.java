package dev.tenure.store.kafka.log;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.KafkaElections;
import dev.tenure.store.kafka.client.TopicAdmin;
import dev.tenure.store.kafka.client.TopicChecks;
import dev.tenure.store.support.CompositeStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Node;

/**
 * All elections of one topic in this process. They share one producer, one consumer and one admin client, and one
 * thread that reads. Thread-safe.
 */
public final class LogElections implements KafkaElections {
    /** What the topic of the history has in its name after that of the log. */
    public static final String HISTORY_SUFFIX = ".history";

    /** Long names would make records too large for the brokers. */
    private static final int LONGEST_NAME = 500;

    private static final Duration LEAST_RETENTION = Duration.ofDays(1);

    private final LogTopics topics;
    private final TopicAdmin topicAdmin;
    private final LogReader reader;
    private final LogWriter writer;
    private final PendingWrites pendingWrites = new PendingWrites();
    private final ElectionWatches watches = new ElectionWatches();
    private final ElectionLog log;
    private final TopicHistory history;

    /** Makes the elections of a topic; connects with the first call. */
    public LogElections(String topic, ClientSettings settings, boolean createsTopics) {
        this(topic, settings, createsTopics, CheckpointSchedule.Distance.DEFAULT);
    }

    LogElections(
            String topic, ClientSettings settings, boolean createsTopics, CheckpointSchedule.Distance checkpoints) {
        RecordFormat format = new RecordFormat(topic);
        this.topics = LogTopics.of(topic);
        this.topicAdmin = new TopicAdmin(settings, createsTopics);
        this.writer = new LogWriter(settings);
        LogView view = new LogView(
                format,
                pendingWrites,
                watches,
                new CheckpointSchedule(checkpoints),
                records -> writer.sendAll(records.stream().map(format::write).toList()));
        this.reader = new LogReader(settings, topicAdmin, topics.log(), view, checkpoints);
        this.log = new ElectionLog(topics, topicAdmin, view, reader, writer, pendingWrites);
        this.history = new TopicHistory(topics, settings, topicAdmin, writer);
    }

    @Override
    public Timing timing() {
        return Timing.balanced();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(
                Capability.WATCH,
                Capability.BATCH,
                Capability.SUCCESSION,
                Capability.LISTING,
                Capability.ROSTER,
                Capability.REQUESTS,
                Capability.HISTORY,
                Capability.BATON);
    }

    @Override
    public CompositeStore.Parts parts() {
        return new CompositeStore.Parts(
                new LogLeases(log), new LogRoster(log), new LogRequests(log), history, new LogBatons(log));
    }

    @Override
    public void checkName(String election) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the election has no name: give it one, such as 'payroll'");
        }
        if (election.startsWith(LogBatons.PREFIX)) {
            throw new IllegalArgumentException("the name of an election must not begin with the character 0");
        }
        if (election.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name of an election must have at most " + LONGEST_NAME
                    + " characters, but this one has " + election.length());
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(election)) {
            throw new IllegalArgumentException(
                    "the name of an election has half a character, which cannot be written: leave it out");
        }
    }

    /** Begins to read in the background: nobody but the log decides who leads. */
    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        log.stand();
        return Registration.NONE;
    }

    @Override
    public Backend.Watch watch(String election, Runnable wakeUp) {
        Backend.Watch watch = watches.add(election, wakeUp);
        log.begin();
        return watch;
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        TopicChecks checks = new TopicChecks(topicAdmin, deadline);
        Collection<Node> brokers = checks.brokers();
        List<CheckResult> findings = new ArrayList<>(List.of(TopicChecks.number(brokers)));
        Duration tenTtls = timing.ttl().multipliedBy(10);
        findings.addAll(checks.topic(
                topics.log().topic(),
                tenTtls.compareTo(LEAST_RETENTION) > 0 ? tenTtls : LEAST_RETENTION,
                Map.of(
                        "the topic is compacted: the brokers refuse its records",
                        "set cleanup.policy to delete, or let the store create another topic")));
        return findings;
    }

    /** Closes all clients, without waiting for the thread. */
    @Override
    public void close() {
        reader.close();
        pendingWrites.close();
        writer.close();
        topicAdmin.close();
    }
}
