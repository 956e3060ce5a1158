package dev.tenure.http;

import dev.tenure.Candidate;
import dev.tenure.http.server.ConnectionListener;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * An HTTP server for leader and health status, with the paths of {@link HealthHandler}. Thread-safe.
 *
 * <p>Connections and requests are bounded, in total and for each address. An address with too many connections loses
 * its oldest, and a request that takes longer than the deadline is ended, sooner if others wait. The server does not
 * keep the JVM alive.
 */
public final class HealthServer implements AutoCloseable {
    private final ConnectionListener listener;
    private final URI uri;

    HealthServer(ConnectionListener listener, URI uri) {
        this.listener = listener;
        this.uri = uri;
    }

    /** Returns a builder for a server for this candidate. */
    public static HealthServerBuilder on(Candidate candidate) {
        return new HealthServerBuilder(candidate);
    }

    /** Returns the port it listens on; with port 0, the one that was chosen. */
    public int port() {
        return address().getPort();
    }

    /** Returns the address it listens on. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** Returns where it is reached, such as {@code https://10.0.0.7:8443}. */
    public URI uri() {
        return uri;
    }

    /** Closes every connection and ends, within about two seconds. The candidate stays open. Idempotent. */
    @Override
    public void close() {
        listener.close();
    }
}
