package dev.tenure.http;

import dev.tenure.Candidate;
import dev.tenure.http.server.ConnectionListener;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * A server of its own that says who leads, and whether this process is well; its paths are those of
 * {@link HealthHandler}. Thread-safe.
 *
 * <p>Connections and requests are bounded, in all and for each address: whoever opens too many loses the oldest of
 * their own, and a request that takes longer than the deadline is ended, sooner if others wait. It does not keep the
 * JVM alive.
 */
public final class HealthServer implements AutoCloseable {
    private final ConnectionListener listener;
    private final URI uri;

    HealthServer(ConnectionListener listener, URI uri) {
        this.listener = listener;
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
        return listener.address();
    }

    /** Returns where it is reached, such as {@code https://10.0.0.7:8443}. */
    public URI uri() {
        return uri;
    }

    /** Closes every connection and ends, within about two seconds. The candidate goes on. Idempotent. */
    @Override
    public void close() {
        listener.close();
    }
}
