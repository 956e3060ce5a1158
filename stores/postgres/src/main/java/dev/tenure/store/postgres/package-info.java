/**
 * Leases in a PostgreSQL database, by its clock: in tables of their own, or in River's.
 *
 * <p>Open it with {@link dev.tenure.store.postgres.PostgresStore#on}, or by URI:
 * {@code postgres://USER[:PASS]@HOST:PORT/DB}; River's leadership with {@link dev.tenure.store.postgres.RiverStore#on}
 * or {@code river://…}. Every call is one round trip and one transaction; what a failure means is said in one place.
 * Nothing here judges anything but the end of a lease, by the database's clock.
 */
@NullMarked
package dev.tenure.store.postgres;

import org.jspecify.annotations.NullMarked;
