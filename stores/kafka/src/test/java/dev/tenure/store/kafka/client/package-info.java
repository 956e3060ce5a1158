@NullMarked
package dev.tenure.store.kafka.client;

