/** Connections to the server: every call ends by its deadline, and a separate connection listens. Not exported. */
@NullMarked
package dev.tenure.store.postgres.connection;

import org.jspecify.annotations.NullMarked;
