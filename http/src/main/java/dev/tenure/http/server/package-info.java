/** A bounded HTTP server: connections, requests, TLS. Not exported. */
@NullMarked
package dev.tenure.http.server;

import org.jspecify.annotations.NullMarked;
