/**
 * Leases in TXT records of a hosted zone of Route53.
 *
 * <p>Open it with {@link dev.tenure.store.route53.Route53Store#on}, or by URI: {@code route53://ZONE-ID/DOMAIN}. Each
 * election has a lock record, in the format of shardcoordinator, and a side record with all that this has no room for;
 * both are replaced in one change batch that deletes exactly what was judged. Nothing here judges whether a lease is
 * over: the engine does, by how long the records stood still on its own clock.
 */
@NullMarked
package dev.tenure.store.route53;

import org.jspecify.annotations.NullMarked;
