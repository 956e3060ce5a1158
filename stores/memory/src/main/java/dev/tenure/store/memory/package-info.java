/**
 * Keeps leases in the memory of one JVM, for tests and simulations: {@link dev.tenure.store.memory.MemoryStore} has a
 * clock, as a database has; {@link dev.tenure.store.memory.MemoryCell} has none, as an object store.
 */
@NullMarked
package dev.tenure.store.memory;

import org.jspecify.annotations.NullMarked;
