package dev.tenure.http.access;

import com.sun.net.httpserver.HttpExchange;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host names that a server accepts. Thread-safe.
 *
 * <p>A web page can point its own name at any address, and so make a browser send requests to this server. Such
 * requests name the host of the page. No page can have an address or {@code localhost} as its host.
 */
public final class HostNames {
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?");
    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private final Set<String> given = new HashSet<>(Set.of("localhost"));
    private final Supplier<@Nullable String> stated;

    /**
     * Creates the accepted names.
     *
     * @param given names, without a port
     * @param stated returns HOST:PORT where others reach the candidate at present, or null
     */
    public HostNames(Set<String> given, Supplier<@Nullable String> stated) {
        given.forEach(name -> this.given.add(normal(name)));
        this.stated = stated;
    }

    /** Tells whether the request names this server exactly once, by an address or an accepted name. */
    public boolean areMeantBy(HttpExchange exchange) {
        List<String> sent = exchange.getRequestHeaders().get("Host");
        if (sent == null || sent.size() != 1) {
            return false;
        }
        String asked = host(sent.get(0).strip());
        return asked != null
                && (ADDRESS.matcher(asked).matches() || given.contains(asked) || asked.equals(host(stated.get())));
    }

    private static @Nullable String host(@Nullable String hostAndPort) {
        Matcher parts = HOST.matcher(hostAndPort == null ? "" : hostAndPort);
        return parts.matches() ? normal(parts.group(1)) : null;
    }

    private static String normal(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
