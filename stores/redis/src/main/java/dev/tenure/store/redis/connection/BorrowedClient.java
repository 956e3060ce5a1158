package dev.tenure.store.redis.connection;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ConnectionProvider;

/**
 * Reaches what the application's client has in every supported version of Jedis, and does not show in all of them.
 *
 * <p>The clients of Jedis 5 to 7 and those of Jedis 8 are different classes. They share the provider of connections in
 * their superclass, which is protected (decision 59). A version without it fails with a linkage error, as compiled code
 * would.
 */
public final class BorrowedClient {
    private BorrowedClient() {}

    /** Returns what gives the client its connections. */
    public static ConnectionProvider provider(UnifiedJedis client) {
        try {
            Field provider = UnifiedJedis.class.getDeclaredField("provider");
            provider.setAccessible(true);
            return (ConnectionProvider) provider.get(client);
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            throw unfit("UnifiedJedis.provider", e);
        }
    }

    /** Returns the address that the connection leads to. It is public since Jedis 8. */
    public static HostAndPort address(Connection connection) {
        try {
            Method address = Connection.class.getDeclaredMethod("getHostAndPort");
            address.setAccessible(true);
            return (HostAndPort) address.invoke(connection);
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            throw unfit("Connection.getHostAndPort", e);
        }
    }

    private static IncompatibleClassChangeError unfit(String member, Exception e) {
        IncompatibleClassChangeError unfit = new IncompatibleClassChangeError(member);
        unfit.initCause(e);
        return unfit;
    }

    /**
     * Closes the socket of a connection, from any thread. Before Jedis 7 that waits until all was sent, and so is left
     * to another thread.
     */
    static void abort(Connection connection) {
        connection.setBroken();
        Method close = forceDisconnect();
        if (close == null) {
            BackgroundThreads.named("tenure-redis-disconnect")
                    .newThread(() -> disconnect(connection))
                    .start();
            return;
        }
        try {
            close.invoke(connection);
        } catch (ReflectiveOperationException e) {
            throw unfit("Connection.forceDisconnect", e);
        }
    }

    private static @Nullable Method forceDisconnect() {
        try {
            return Connection.class.getMethod("forceDisconnect");
        } catch (NoSuchMethodException olderJedis) {
            return null;
        }
    }

    private static void disconnect(Connection connection) {
        try {
            connection.disconnect();
        } catch (RuntimeException e) {
            // It is closed already; its user will see an error.
            return;
        }
    }
}
