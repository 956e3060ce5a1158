package dev.tenure.store.kafka;

import org.apache.kafka.common.TopicPartition;

/**
 * Where one election is kept.
 *
 * @param election its name
 * @param topic the topic; everything is in its partition 0
 * @param group the consumer group whose owner of that partition may claim
 * @param transactionalId what every leader writes under, so that the broker shuts out all but the last
 */
record Site(String election, String topic, String group, String transactionalId) {

    TopicPartition partition() {
        return new TopicPartition(topic, 0);
    }
}
