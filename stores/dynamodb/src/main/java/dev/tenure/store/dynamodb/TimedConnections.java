package dev.tenure.store.dynamodb;

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
final class TimedConnections implements UrlConnectionFactory {
    private static final ThreadLocal<Deadline> CURRENT = new ThreadLocal<>();

    /** Makes a call whose connections end by the deadline. */
    static <T> T by(Deadline deadline, Supplier<T> call) {
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
                int millis = (int) Math.min(
                        Integer.MAX_VALUE, atLeastAMilli(deadline.remaining()).toMillis());
                connection.setConnectTimeout(millis);
                connection.setReadTimeout(millis);
            }
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a connection to " + uri.getHost(), e);
        }
    }

    /** Zero means "for ever" to a socket, and is refused by the SDK. */
    static Duration atLeastAMilli(Duration duration) {
        return duration.toMillis() < 1 ? Duration.ofMillis(1) : duration;
    }
}
