/**
 * For Apache Kafka: {@link dev.tenure.fence.kafka.FencedProducer} writes under one term, and the broker refuses it once
 * a later term has opened its own; {@link dev.tenure.fence.kafka.TokenFilter} tells consumers which records count.
 */
@NullMarked
package dev.tenure.fence.kafka;

import org.jspecify.annotations.NullMarked;
