@NullMarked
package dev.tenure.store.kafka.client;

import org.jspecify.annotations.NullMarked;
