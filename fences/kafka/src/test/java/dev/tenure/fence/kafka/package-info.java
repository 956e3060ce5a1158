/** Tests of the fence in Kafka, on a real broker. */
@NullMarked
package dev.tenure.fence.kafka;

import org.jspecify.annotations.NullMarked;
