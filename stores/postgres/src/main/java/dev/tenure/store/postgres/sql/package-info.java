/** Statements as they are sent to the server, and what results and errors mean. Not exported. */
@NullMarked
package dev.tenure.store.postgres.sql;

import org.jspecify.annotations.NullMarked;
