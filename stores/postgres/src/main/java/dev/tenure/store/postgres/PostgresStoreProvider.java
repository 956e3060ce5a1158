package dev.tenure.store.postgres;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Opens {@code postgres://USER[:PASS]@HOST:PORT/DB}. Of several hosts, separated by commas, it uses the primary. */
public final class PostgresStoreProvider implements StoreProvider {
    /** What the store needs; the build checks that these are the oldest and the newest version it is tested with. */
    static final String REQUIRES = "the PostgreSQL JDBC driver (org.postgresql:postgresql) 42.6.0 to 42.7.14";

    private static final String SCHEMA = "schema";
    private static final String CREATE = "create";
    private static final String POLL_ONLY = "poll-only";

    @Override
    public Set<String> schemes() {
        return Set.of("postgres", "postgresql");
    }

    @Override
    public String requires() {
        return REQUIRES;
    }

    @Override
    public String example() {
        return "postgres://USER[:PASS]@HOST:PORT/DB[?schema=…&sslmode=…]";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        String[] known = Stream.concat(Stream.of(SCHEMA, CREATE, POLL_ONLY), PostgresAddress.parameters().stream())
                .toArray(String[]::new);
        Map<String, String> parameters = uri.allowing(known).parameters();
        boolean pollOnly = flag(parameters, POLL_ONLY, false);
        PostgresAddress address = PostgresAddress.parse(uri.rest(), example());
        PostgresStoreBuilder builder = PostgresStore.on(address.source(parameters, pollOnly))
                .schema(parameters.getOrDefault(SCHEMA, "public"))
                .createIfMissing(flag(parameters, CREATE, true));
        return (pollOnly ? builder.pollOnly() : builder).open();
    }

    /** Returns a parameter that is true or false. */
    static boolean flag(Map<String, String> parameters, String key, boolean otherwise) {
        String value = parameters.getOrDefault(key, Boolean.toString(otherwise));
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("the parameter " + key + " is true or false, not '" + value + "'");
        }
        return value.equals("true");
    }
}
