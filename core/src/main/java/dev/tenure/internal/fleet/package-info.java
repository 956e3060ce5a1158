/**
 * The other candidates: roster, successor order, requests and shards.
 *
 * <p>Nothing here is needed for safety. A roster that is late, wrong or missing costs order, never a second leader.
 */
@NullMarked
package dev.tenure.internal.fleet;

import org.jspecify.annotations.NullMarked;
