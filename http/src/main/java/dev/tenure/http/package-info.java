/**
 * Serves leader and health status over HTTP.
 *
 * <p>{@link dev.tenure.http.HealthServer} is a complete server with limits; {@link dev.tenure.http.HealthHandler} gives
 * the same answers in a server that an application has already. {@link dev.tenure.http.Tls} holds certificates and
 * trusted authorities. Nothing here decides anything about an election.
 */
@NullMarked
package dev.tenure.http;

import org.jspecify.annotations.NullMarked;
