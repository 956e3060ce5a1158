package dev.tenure.http;

import com.sun.net.httpserver.HttpServer;
import dev.tenure.Candidate;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * A server of its own that says who leads, and whether this process is well; its paths are those of
 * {@link HealthHandler}. Thread-safe.
 *
 * <p>At most 32 requests are read or answered at a time, and 128 wait; each connection that takes longer than the
 * deadline is closed, and sooner if others wait. It does not keep the JVM alive.
 */
public final class HealthServer implements AutoCloseable {
    private final HttpServer server;
    private final ServingPool pool;
    private final URI uri;

    HealthServer(HttpServer server, ServingPool pool, URI uri) {
        this.server = server;
        this.pool = pool;
        this.uri = uri;
    }

    /** Returns a server in the making that speaks for this candidate. */
    public static HealthServerBuilder on(Candidate candidate) {
        return new HealthServerBuilder(candidate);
    }

    /** Returns the port it listens on: the one that was free, if it was asked for port 0. */
    public int port() {
        return address().getPort();
    }

    /** Returns the address it listens on. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Returns where it is reached, such as {@code https://10.0.0.7:8443}. */
    public URI uri() {
        return uri;
    }

    /** Closes every connection and ends, within about two seconds. The candidate goes on. Idempotent. */
    @Override
    public void close() {
        server.stop(0);
        pool.close();
    }
}
