@NullMarked
package dev.tenure.store.kafka.goneli;

import org.jspecify.annotations.NullMarked;
