@NullMarked
package dev.tenure.store.redis.records;

import org.jspecify.annotations.NullMarked;
