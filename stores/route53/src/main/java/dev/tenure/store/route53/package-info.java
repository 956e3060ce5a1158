/**
 * Keeps leases in TXT records of a hosted zone of Route53.
 *
 * <p>Open it with {@link dev.tenure.store.route53.Route53Store#on}, or by URI: {@code route53://ZONE-ID/DOMAIN}. Each
 * election has a lock record, in the format of shardcoordinator, and a side record for the other fields. Both are
 * replaced in one change batch that deletes exactly the judged records. The engine decides whether a lease is over, by
 * how long the records did not change on its own clock.
 */
@NullMarked
package dev.tenure.store.route53;

import org.jspecify.annotations.NullMarked;
