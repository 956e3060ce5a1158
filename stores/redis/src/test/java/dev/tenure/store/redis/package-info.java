@NullMarked
package dev.tenure.store.redis;

import org.jspecify.annotations.NullMarked;
