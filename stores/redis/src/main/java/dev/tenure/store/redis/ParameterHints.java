package dev.tenure.store.redis;

import dev.tenure.spi.StoreUri;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hints for URI parameters that other Redis clients have, and this store writes differently. */
final class ParameterHints {
    private static final Set<String> TLS = Set.of("tls", "ssl", "usessl", "secure");
    private static final Set<String> DATABASE = Set.of("db", "database", "dbindex");
    private static final Set<String> LOGIN = Set.of("user", "username", "password", "pass", "auth");
    private static final Set<String> TIMES = Set.of("timeout", "connecttimeout", "sotimeout", "retries", "pool");
    private static final Set<String> MASTER = Set.of("master", "mastername", "sentinelmasterid", "service");

    private ParameterHints() {}

    /**
     * Refuses the first unknown parameter for which there is a hint.
     *
     * @throws IllegalArgumentException with the hint, and never the value, which may be a password
     */
    static void check(StoreUri uri, Set<String> known) {
        for (String parameter : uri.parameters().keySet()) {
            String hint = known.contains(parameter) ? null : hintFor(uri.scheme(), normalized(parameter));
            if (hint != null) {
                throw new IllegalArgumentException(
                        "the " + uri.scheme() + " store has no parameter '" + parameter + "': " + hint);
            }
        }
    }

    private static String normalized(String parameter) {
        return parameter.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
    }

    private static @Nullable String hintFor(String scheme, String normalized) {
        boolean single = scheme.equals("redis") || scheme.equals("rediss");
        if (TLS.contains(normalized)) {
            return scheme.equals("rediss") ? "rediss:// already means TLS, leave it out" : "write " + tls(single);
        }
        if (DATABASE.contains(normalized)) {
            return single ? "write " + scheme + "://HOST:PORT/DB" : database(scheme);
        }
        if (LOGIN.contains(normalized)) {
            return "write " + scheme + "://USER:PASS@HOST:PORT, with percent escapes for special characters";
        }
        if (TIMES.contains(normalized)) {
            return "leave it out, each call has a deadline from the timing of its candidate";
        }
        return MASTER.contains(normalized) ? "write redis-sentinel://HOST:PORT/MASTER" : null;
    }

    private static String tls(boolean single) {
        return single ? "rediss://HOST:PORT" : "tls=true";
    }

    private static String database(String scheme) {
        return scheme.equals("redis-sentinel")
                ? "write db=NUMBER"
                : "a Redis Cluster has one database only, leave it out";
    }
}
