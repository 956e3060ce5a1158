/**
 * Keeps leases in Redis and judges them by its clock.
 *
 * <p>Open a store with {@link dev.tenure.store.redis.RedisStore#on}, on the application's own client, or by URI:
 * {@code redis://[USER:PASS@]HOST:PORT[/DB]}. Every call on a lease is one script, which the server runs completely or
 * not at all. The store judges nothing but the end of a lease, by the server's clock.
 *
 * <p>The other packages, in order of use: {@code records} (keys and formats), {@code routing} and {@code topology}
 * (which node gets a command), {@code connection} and {@code command} (how it gets there and what errors mean),
 * {@code pubsub} and {@code doctor}.
 */
@NullMarked
package dev.tenure.store.redis;

import org.jspecify.annotations.NullMarked;
