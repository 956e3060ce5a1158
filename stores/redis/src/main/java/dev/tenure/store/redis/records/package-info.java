/** The keys of an election: lease, roster, request and history, and how each is written. Not exported. */
@NullMarked
package dev.tenure.store.redis.records;

import org.jspecify.annotations.NullMarked;
