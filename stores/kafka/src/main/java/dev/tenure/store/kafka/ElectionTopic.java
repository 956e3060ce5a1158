package dev.tenure.store.kafka;

import org.apache.kafka.common.TopicPartition;

/**
 * Where one election is kept.
 *
 * @param election its name
 * @param topic the topic; everything is in its partition 0
 * @param group the consumer group whose owner of that partition may claim
 */
record ElectionTopic(String election, String topic, String group) {

    /**
     * Returns what every leader writes under, so that the broker shuts out all but the last: the topic's own name, so
     * that even members of different groups, which each choose one, shut each other out.
     */
    String transactionalId() {
        return topic;
    }

    TopicPartition partition() {
        return new TopicPartition(topic, 0);
    }
}
