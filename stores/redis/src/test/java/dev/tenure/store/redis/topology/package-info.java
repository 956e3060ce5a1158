@NullMarked
package dev.tenure.store.redis.topology;

import org.jspecify.annotations.NullMarked;
