package dev.tenure.store.redis.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisClientConfig;

/**
 * The user's settings of a connection, except for its timeouts and protocol.
 *
 * <p>Each version of Jedis knows more settings than the one before, and only some can copy them. So every question is
 * passed on, including those that are not known here.
 *
 * @param settings the user's settings
 * @param timeoutMillis how long to wait for a connection, and for each read
 */
record CallConfig(JedisClientConfig settings, int timeoutMillis) implements InvocationHandler {

    /** Returns the settings with this timeout, and the protocol that the server speaks without being asked. */
    static JedisClientConfig of(JedisClientConfig settings, int timeoutMillis) {
        return (JedisClientConfig) Proxy.newProxyInstance(
                JedisClientConfig.class.getClassLoader(),
                new Class<?>[] {JedisClientConfig.class},
                new CallConfig(settings, timeoutMillis));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        return switch (method.getName()) {
            case "getConnectionTimeoutMillis", "getSocketTimeoutMillis" -> timeoutMillis;
            case "getRedisProtocol" -> null;
            case "isAutoNegotiateProtocol" -> false;
            default -> passOn(method, arguments);
        };
    }

    private @Nullable Object passOn(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(settings, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
