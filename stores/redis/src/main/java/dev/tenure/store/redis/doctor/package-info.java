/** Checks whether servers are fit to keep leases. Not exported. */
@NullMarked
package dev.tenure.store.redis.doctor;

import org.jspecify.annotations.NullMarked;
