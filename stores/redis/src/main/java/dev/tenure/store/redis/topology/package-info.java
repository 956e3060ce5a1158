/**
 * Which node is the master of which keys, and whether a majority of sentinels or Cluster nodes confirms it. Not
 * exported.
 */
@NullMarked
package dev.tenure.store.redis.topology;

import org.jspecify.annotations.NullMarked;
