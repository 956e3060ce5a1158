package dev.tenure.aws;

import dev.tenure.spi.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import software.amazon.awssdk.http.urlconnection.UrlConnectionFactory;

/**
 * Opens connections that end by the deadline of their call.
 *
 * <p>The SDK ends a slow call by interrupting its thread, but a thread that connects or reads from a socket ignores
 * that. So the sockets get timeouts. The SDK opens a connection on the thread of the caller, so the deadline is passed
 * in a thread-local variable.
 */
public final class DeadlineConnections implements UrlConnectionFactory {
    private static final ThreadLocal<Deadline> CURRENT = new ThreadLocal<>();

    /** Makes a call whose connections end by the deadline. */
    public static <T> T by(Deadline deadline, Supplier<T> call) {
        CURRENT.set(deadline);
        try {
            return call.get();
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public HttpURLConnection createConnection(URI uri) {
        try {
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setUseCaches(false);
            Deadline deadline = CURRENT.get();
            if (deadline != null) {
                long left = Math.min(Integer.MAX_VALUE, deadline.remaining().toMillis());
                // Earlier than the SDK gives up: without a connection nothing was written.
                connection.setConnectTimeout((int) Math.max(1, left * 4 / 5));
                connection.setReadTimeout((int) Math.max(1, left));
            }
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a connection to " + uri.getHost(), e);
        }
    }

    /** Returns a duration of at least 1 ms: zero means "for ever" to a socket, and the SDK refuses it. */
    public static Duration atLeastAMilli(Duration duration) {
        return duration.toMillis() < 1 ? Duration.ofMillis(1) : duration;
    }
}
