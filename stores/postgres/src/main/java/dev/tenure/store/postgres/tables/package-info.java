/** Tenure's own tables: leases, rosters, requests and history. Not exported. */
@NullMarked
package dev.tenure.store.postgres.tables;

import org.jspecify.annotations.NullMarked;
