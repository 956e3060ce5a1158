/** Connections to the server: every call ends by its deadline, and a connection of its own listens. Not exported. */
@NullMarked
package dev.tenure.store.postgres.connection;

import org.jspecify.annotations.NullMarked;
