/**
 * Leases in Redis, by its clock.
 *
 * <p>Open it with {@link dev.tenure.store.redis.RedisStore#at}, with a client of the application's own, or by URI:
 * {@code redis://[USER:PASS@]HOST:PORT[/DB]}. Every call on a lease is one script, which runs whole or not at all; what
 * a failure means is said in one place. Nothing here judges anything but the end of a lease, by the server's clock.
 */
@NullMarked
package dev.tenure.store.redis;

import org.jspecify.annotations.NullMarked;
