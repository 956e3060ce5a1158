package dev.tenure.store.redis;

import dev.tenure.spi.StoreUri;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The addresses and credentials in a URI: {@code //[USER:PASS@]HOST[:PORT][,HOST[:PORT]…][/PATH]}.
 *
 * @param user the user, or null for the default user
 * @param password the password, or null for none
 * @param nodes the servers
 * @param path the part after the hosts: the number of a database or the name of a master; or null
 */
record ServerAddresses(
        @Nullable String user,
        @Nullable String password,
        List<HostAndPort> nodes,
        @Nullable String path) {

    /** A password may contain any character except a slash, also unescaped: it ends at the last @. */
    private static final Pattern WHOLE =
            Pattern.compile("//((?<user>[^:@/]*):(?<password>[^/]*)@)?(?<hosts>[^@/]+)(/(?<path>[^/@]*))?");

    private static final int LAST_PORT = 65_535;

    private static final Pattern HOST =
            Pattern.compile("(?<host>\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+)(:(?<port>\\d{1,5}))?");

    /** Reads the part between the scheme and the parameters. */
    static ServerAddresses parse(String rest, int defaultPort, String example) {
        Matcher whole = WHOLE.matcher(rest);
        if (!whole.matches()) {
            throw new IllegalArgumentException("this is not the address of a Redis server: write " + example);
        }
        List<HostAndPort> nodes = new ArrayList<>();
        for (String each : whole.group("hosts").split(",", -1)) {
            Matcher host = HOST.matcher(each);
            if (!host.matches()) {
                // Not quoted: it may be a password whose @ was forgotten.
                throw new IllegalArgumentException("HOST or HOST:PORT is missing: write " + example);
            }
            int port = host.group("port") == null ? defaultPort : Integer.parseInt(host.group("port"));
            if (port < 1 || port > LAST_PORT) {
                throw new IllegalArgumentException("a port is not from 1 to " + LAST_PORT + ": write " + example);
            }
            nodes.add(new HostAndPort(StoreUri.decode(host.group("host")), port));
        }
        return new ServerAddresses(
                decoded(whole.group("user")), decoded(whole.group("password")), nodes, decoded(whole.group("path")));
    }

    private static @Nullable String decoded(@Nullable String text) {
        return text == null || text.isEmpty() ? null : StoreUri.decode(text);
    }

    /** Returns the single server. */
    HostAndPort only(String example) {
        if (nodes.size() > 1) {
            throw new IllegalArgumentException("one server has only one address: write " + example
                    + ", or redis-cluster://… or redis-sentinel://… for several");
        }
        return nodes.get(0);
    }
}
