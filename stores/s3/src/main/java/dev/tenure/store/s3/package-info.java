/**
 * Keeps leases in a bucket of S3, or of a store that speaks its protocol, by conditional writes.
 *
 * <p>Open it with {@link dev.tenure.store.s3.S3Store#on}, or by URI: {@code s3://BUCKET[/PREFIX]}. Each election is one
 * small JSON object, in the format of s3lect with additional fields, and can be shared with a fleet of s3lect. The
 * engine decides whether a lease is over, by how long the object did not change on its own clock.
 */
@NullMarked
package dev.tenure.store.s3;

import org.jspecify.annotations.NullMarked;
