/**
 * The Kafka store: a consumer group chooses who may claim, and a topic that one transactional producer at a time can
 * write keeps who leads.
 *
 * <p>Applications use {@link dev.tenure.store.kafka.KafkaStore} and its builder. Inside, a {@code KafkaElection} is
 * what one process has of one election: a {@code TopicReader} that reads its topic into a {@code TopicState}, a
 * {@code GroupMember} of its group, and a {@code TermProducer} to write terms with.
 */
@NullMarked
package dev.tenure.store.kafka;

import org.jspecify.annotations.NullMarked;
