package dev.tenure.store.kafka.log;

import dev.tenure.spi.Deadline;
import dev.tenure.store.kafka.client.TopicAdmin;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The topics of a store: the log, and beside it the history, which must be kept longer. Of both only partition 0
 * counts. Thread-safe.
 *
 * @param log the partition with the log
 * @param history the partition with the history
 */
record LogTopics(TopicPartition log, TopicPartition history) {
    /** A week, so that a weekend costs nothing; and not more than takes a moment to read. Checkpoints do the rest. */
    private static final Map<String, String> LOG_SETTINGS = Map.of(
            "cleanup.policy", "delete",
            "retention.ms", "604800000",
            "retention.bytes", "268435456",
            "segment.bytes", "16777216",
            "message.timestamp.type", "LogAppendTime");

    private static final Map<String, String> HISTORY_SETTINGS = Map.of(
            "cleanup.policy", "delete",
            "retention.ms", "2592000000",
            "retention.bytes", "67108864",
            "segment.bytes", "16777216");

    static LogTopics of(String topic) {
        return new LogTopics(new TopicPartition(topic, 0), new TopicPartition(topic + LogElections.HISTORY_SUFFIX, 0));
    }

    /** Creates the topic of the log if it is missing and may be created. */
    void requireLog(TopicAdmin topicAdmin, Deadline deadline) {
        topicAdmin.require(log.topic(), LOG_SETTINGS, deadline);
    }

    /** Creates the topic of the history if it is missing and may be created. */
    void requireHistory(TopicAdmin topicAdmin, Deadline deadline) {
        topicAdmin.require(history.topic(), HISTORY_SETTINGS, deadline);
    }
}
