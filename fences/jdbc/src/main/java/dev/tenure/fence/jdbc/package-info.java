/**
 * For databases: {@link dev.tenure.fence.jdbc.JdbcFence} lets a transaction write only under the highest token, and
 * {@link dev.tenure.fence.jdbc.GuardedTable} lets PostgreSQL refuse whatever comes without one.
 */
@NullMarked
package dev.tenure.fence.jdbc;

import org.jspecify.annotations.NullMarked;
