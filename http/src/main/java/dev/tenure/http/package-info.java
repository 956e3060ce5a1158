/**
 * Says over HTTP who leads, and whether this process is well, on the HTTP server of the JDK.
 *
 * <p>{@link dev.tenure.http.HealthServer} is a server of its own, with limits; {@link dev.tenure.http.HealthHandler} is
 * the same answers for a server that an application has already. {@link dev.tenure.http.Tls} is who a server or a
 * client is over TLS, and whom it believes. Nothing here decides anything about an election.
 */
@NullMarked
package dev.tenure.http;

import org.jspecify.annotations.NullMarked;
