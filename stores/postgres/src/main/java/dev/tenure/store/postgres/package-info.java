/**
 * Keeps leases in a PostgreSQL database and judges them by its clock, in Tenure's own tables or in River's.
 *
 * <p>Open it with {@link dev.tenure.store.postgres.PostgresStore#on}, or by URI:
 * {@code postgres://USER[:PASS]@HOST:PORT/DB}; River's leadership with {@link dev.tenure.store.postgres.RiverStore#on}
 * or {@code river://…}. Every call is one round trip and one transaction. The store judges nothing but the end of a
 * lease.
 *
 * <p>Only this package is exported. Below it, each package sees only those before it: {@code sql} (statements and
 * errors), {@code connection}, {@code tables} (Tenure's), {@code river}, {@code doctor}.
 */
@NullMarked
package dev.tenure.store.postgres;

import org.jspecify.annotations.NullMarked;
