/** For Redis: {@link dev.tenure.fence.redis.RedisFence} does commands only under the highest token. */
@NullMarked
package dev.tenure.fence.redis;

import org.jspecify.annotations.NullMarked;
