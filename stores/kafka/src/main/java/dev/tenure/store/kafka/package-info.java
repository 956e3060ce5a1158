/**
 * The Kafka store: a consumer group chooses the candidate that may claim, and one transactional producer at a time can
 * write terms to the topic of the election.
 *
 * <p>Applications use {@link dev.tenure.store.kafka.KafkaStore} and its builder. Inside, a {@code KafkaElection} has a
 * {@code TopicReader}, which reads the topic into a {@code TopicState}; a {@code GroupMember}, which joins the group;
 * and a {@code TermLog}, which writes terms with a {@code TermProducer}.
 */
@NullMarked
package dev.tenure.store.kafka;

import org.jspecify.annotations.NullMarked;
