@NullMarked
package dev.tenure.store.kafka.log;

import org.jspecify.annotations.NullMarked;
