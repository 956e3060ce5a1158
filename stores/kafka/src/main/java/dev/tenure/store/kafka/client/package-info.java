/**
 * Kafka's clients as this store uses them: their settings, what their errors mean, and the administration of topics.
 *
 * <p>Not for applications.
 */
@NullMarked
package dev.tenure.store.kafka.client;

import org.jspecify.annotations.NullMarked;
