/** Tests of the fence in Redis, on real servers. */
@NullMarked
package dev.tenure.fence.redis;

import org.jspecify.annotations.NullMarked;
