/**
 * Shares one election with programs that use goNELI: a consumer group chooses the candidate that may claim, and one
 * transactional producer at a time can write terms to the topic.
 *
 * <p>Applications use {@link dev.tenure.store.kafka.goneli.GoNeli} alone. Inside, a {@code GroupElection} has a
 * {@code TopicReader}, which reads the topic into a {@code TopicState}; a {@code GroupMember}, which joins the group;
 * and a {@code TermLog}, which writes terms with a {@code TermProducer}.
 */
@NullMarked
package dev.tenure.store.kafka.goneli;

import org.jspecify.annotations.NullMarked;
