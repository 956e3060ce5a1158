/** Sends commands to the masters of their keys, in batches by node, and follows redirections. Not exported. */
@NullMarked
package dev.tenure.store.redis.routing;

import org.jspecify.annotations.NullMarked;
