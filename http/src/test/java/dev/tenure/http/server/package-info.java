/** Tests of the HTTP server, over real sockets. */
@NullMarked
package dev.tenure.http.server;

import org.jspecify.annotations.NullMarked;
