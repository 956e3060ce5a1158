package dev.tenure.store.kafka.goneli;

import org.apache.kafka.common.TopicPartition;

/**
 * The names of one election in Kafka.
 *
 * @param election its name
 * @param topic the topic; everything is in its partition 0
 * @param group the consumer group; the member that owns that partition may claim
 */
record ElectionNames(String election, String topic, String group) {

    /** Returns the names of the election that goNELI's nodes share; it is called as their group. */
    static ElectionNames of(GoNeli goNeli) {
        return new ElectionNames(goNeli.group(), goNeli.topic(), goNeli.group());
    }

    /**
     * Returns the transactional id that every leader writes under, so that the broker rejects all writers but the last.
     * It is the name of the topic: members of different groups, which each have an owner, reject each other, too.
     */
    String transactionalId() {
        return topic;
    }

    TopicPartition partition() {
        return new TopicPartition(topic, 0);
    }
}
