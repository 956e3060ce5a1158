package dev.tenure.store.postgres;

import dev.tenure.spi.StoreUri;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The address of a database, and the user to connect as: {@code //USER[:PASS]@HOST[:PORT][,HOST[:PORT]…]/DB}.
 *
 * @param user the user to connect as
 * @param password the password, or null to let the driver look into the password file
 * @param hosts the servers, of which the primary is used
 * @param ports their ports
 * @param database the database
 */
record PostgresAddress(
        String user, @Nullable String password, List<String> hosts, List<Integer> ports, String database) {
    private static final int DEFAULT_PORT = 5432;
    private static final int CONNECT_SECONDS = 10;

    /** A password may hold any character but a slash, unescaped too: it ends at the last @. */
    private static final Pattern WHOLE =
            Pattern.compile("//(?<user>[^:@/]+)(:(?<password>.*))?@(?<hosts>[^@/]+)/(?<database>[^/]+)");

    private static final Pattern HOST =
            Pattern.compile("(?<host>\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+)(:(?<port>\\d{1,5}))?");

    /** The URI parameters that are passed to the driver, and the driver's names for them. */
    private static final Map<String, String> DRIVER_PARAMETERS = Map.of(
            "sslmode", "sslmode",
            "sslrootcert", "sslrootcert",
            "sslcert", "sslcert",
            "sslkey", "sslkey",
            "sslpassword", "sslpassword",
            "application-name", "ApplicationName");

    /** Returns the names of the parameters that {@link #source} understands. */
    static List<String> parameters() {
        return List.copyOf(DRIVER_PARAMETERS.keySet());
    }

    /** Reads the part of a URI between the scheme and the parameters. */
    static PostgresAddress parse(String rest, String example) {
        Matcher whole = WHOLE.matcher(rest);
        if (!whole.matches()) {
            throw new IllegalArgumentException(
                    "the postgres store needs a user, a host and a database: write " + example);
        }
        List<String> hosts = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (String each : whole.group("hosts").split(",", -1)) {
            Matcher host = HOST.matcher(each);
            if (!host.matches()) {
                // Not quoted in the message: it may be part of a password.
                throw new IllegalArgumentException("a HOST or HOST:PORT is missing: write " + example);
            }
            hosts.add(StoreUri.decode(host.group("host")));
            ports.add(host.group("port") == null ? DEFAULT_PORT : Integer.parseInt(host.group("port")));
        }
        String password = whole.group("password");
        return new PostgresAddress(
                StoreUri.decode(whole.group("user")),
                password == null ? null : StoreUri.decode(password),
                hosts,
                ports,
                StoreUri.decode(whole.group("database")));
    }

    /** Returns a data source for this address. */
    PGSimpleDataSource source(Map<String, String> parameters, boolean throughPooler) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(hosts.toArray(String[]::new));
        source.setPortNumbers(ports.stream().mapToInt(Integer::intValue).toArray());
        source.setDatabaseName(database);
        source.setUser(user);
        source.setPassword(password);
        source.setApplicationName("tenure");
        source.setTcpKeepAlive(true);
        // Ends attempts that no caller waits for any more. Calls set their own limits.
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setSocketTimeout(CONNECT_SECONDS);
        if (hosts.size() > 1) {
            source.setTargetServerType("primary");
        }
        if (throughPooler) {
            source.setPrepareThreshold(0);
        }
        DRIVER_PARAMETERS.forEach((ours, drivers) -> {
            String value = parameters.get(ours);
            if (value != null) {
                set(source, ours, drivers, value);
            }
        });
        return source;
    }

    private static void set(PGSimpleDataSource source, String ours, String drivers, String value) {
        try {
            source.setProperty(drivers, value);
        } catch (java.sql.SQLException e) {
            throw new IllegalArgumentException("the postgres store cannot set " + ours + ": " + e.getMessage(), e);
        }
    }
}
