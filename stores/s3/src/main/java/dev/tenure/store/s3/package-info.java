/**
 * Leases in a bucket of S3, or of a store that speaks its protocol, by conditional writes.
 *
 * <p>Open it with {@link dev.tenure.store.s3.S3Store#on}, or by URI: {@code s3://BUCKET[/PREFIX]}. Each election is one
 * small JSON object, in the format of s3lect with fields beside it, and can be shared with a fleet of s3lect. Nothing
 * here judges whether a lease is over: the engine does, by how long the object stood still on its own clock.
 */
@NullMarked
package dev.tenure.store.s3;

import org.jspecify.annotations.NullMarked;
