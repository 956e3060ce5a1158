package dev.tenure.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.http.access.AccessRule;
import dev.tenure.http.access.HostNames;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.http.server.RequestTarget;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where every request to a {@link HealthServer} comes in: its path and host are checked, its secret compared, and it is
 * shown to whoever is mounted there. Probes are answered whatever they show. Thread-safe.
 */
final class RequestFilter implements HttpHandler {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");

    private final HealthHandler health;
    private final Map<String, HttpHandler> mounted;
    private final AccessRule access;
    private final HostNames names;

    RequestFilter(HealthHandler health, Map<String, HttpHandler> mounted, AccessRule access, HostNames names) {
        this.health = health;
        this.mounted = Map.copyOf(mounted);
        this.access = access;
        this.names = names;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path;
        try {
            path = RequestTarget.of(exchange).path();
        } catch (RequestRefusedException refusal) {
            refusal.reply().send(exchange);
            return;
        }
        HttpHandler handler = mountedAt(path);
        JsonReply refused = handler == null && HealthHandler.OPEN.contains(path) ? null : refusal(exchange);
        if (refused != null) {
            refused.send(exchange);
        } else if (handler == null) {
            health.handle(exchange, "/");
        } else {
            contain(handler, exchange);
        }
    }

    private @Nullable JsonReply refusal(HttpExchange exchange) {
        if (!names.areMeantBy(exchange)) {
            return JsonReply.error(
                    JsonReply.MISDIRECTED,
                    "this server is not known by the name in the Host header: ask it by an address or a name of its own");
        }
        return access.isDecided() ? access.refusal(exchange) : null; // else whoever is mounted there decides
    }

    /** Returns whoever is mounted nearest to the path, or null. */
    private @Nullable HttpHandler mountedAt(String path) {
        String at = path;
        while (!at.isEmpty()) {
            HttpHandler handler = mounted.get(at);
            if (handler != null) {
                return handler;
            }
            at = at.substring(0, at.lastIndexOf('/'));
        }
        return null;
    }

    /** A mistake in a mounted handler must not leave its client waiting, nor show it a stack trace. */
    private static void contain(HttpHandler handler, HttpExchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (RuntimeException mistake) {
            LOG.log(System.Logger.Level.WARNING, "a mounted handler failed", mistake);
            if (exchange.getResponseCode() < 0) {
                JsonReply.error(JsonReply.INTERNAL_ERROR, "a mistake on this side; its log says more")
                        .send(exchange);
            } else {
                exchange.close();
            }
        }
    }
}
