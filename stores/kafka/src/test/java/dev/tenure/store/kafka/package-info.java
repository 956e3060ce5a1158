@NullMarked
package dev.tenure.store.kafka;

import org.jspecify.annotations.NullMarked;
