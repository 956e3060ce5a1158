/** Wakes watchers when a script publishes a change, or when sentinels name another master. Not exported. */
@NullMarked
package dev.tenure.store.redis.pubsub;

import org.jspecify.annotations.NullMarked;
