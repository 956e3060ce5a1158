/** Checks whether a database is fit to keep leases. Not exported. */
@NullMarked
package dev.tenure.store.postgres.doctor;

import org.jspecify.annotations.NullMarked;
