/**
 * Connections to single nodes. Every call ends by its deadline, including the time to look a name up, to connect and to
 * wait for a free connection. Not exported.
 */
@NullMarked
package dev.tenure.store.redis.connection;

import org.jspecify.annotations.NullMarked;
