/**
 * Keeps leases in a topic of Apache Kafka, whose order of records decides.
 *
 * <p>Open a store with {@link dev.tenure.store.kafka.KafkaStore#on}, or by URI: {@code kafka://HOST:PORT,…/TOPIC}. The
 * other packages: {@code log} (all elections of a topic), {@code goneli} (one election that is shared with programs
 * that use goNELI) and {@code client} (Kafka's clients, as both use them).
 */
@NullMarked
package dev.tenure.store.kafka;

import org.jspecify.annotations.NullMarked;
