@NullMarked
package dev.tenure.store.kafka.log;

