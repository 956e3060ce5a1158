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
 * Connections that give up by the deadline of the call they are opened for.
 *
 * <p>The SDK ends a call that takes too long by interrupting its thread, which a thread that connects or reads from a
 * socket does not notice. So the sockets get limits of their own. The SDK opens a connection on the thread of the
 * caller, hence the deadline is left there for it.
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
                // Earlier than the SDK gives up: who never had a connection has certainly written nothing.
                connection.setConnectTimeout((int) Math.max(1, left * 4 / 5));
                connection.setReadTimeout((int) Math.max(1, left));
            }
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a connection to " + uri.getHost(), e);
        }
    }

    /** Zero means "for ever" to a socket, and is refused by the SDK. */
    public static Duration atLeastAMilli(Duration duration) {
        return duration.toMillis() < 1 ? Duration.ofMillis(1) : duration;
    }
}
