package dev.tenure.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.http.access.AccessRule;
import dev.tenure.http.access.GuardedHandler;
import dev.tenure.http.access.HostNames;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.http.server.RequestTarget;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks the path, host and credentials of every request to a {@link HealthServer}, and passes it to the mounted
 * handler. Probes need no credentials. Thread-safe.
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
        JsonReply refused = handler == null && HealthHandler.OPEN.contains(path) ? null : refusal(exchange, handler);
        if (refused != null) {
            refused.send(exchange);
        } else if (handler == null) {
            health.handle(exchange, "/");
        } else {
            contain(handler, exchange);
        }
    }

    private @Nullable JsonReply refusal(HttpExchange exchange, @Nullable HttpHandler handler) {
        if (!names.areMeantBy(exchange)) {
            return JsonReply.error(
                    JsonReply.MISDIRECTED,
                    "this server is not known by the name in the Host header: use its address or one of its names");
        }
        boolean decides = handler instanceof GuardedHandler || !access.isDecided();
        return decides ? null : access.refusal(exchange);
    }

    /** Returns the handler mounted nearest to the path, or null. */
    private @Nullable HttpHandler mountedAt(String path) {
        String at = path;
        while (!at.isEmpty()) {
            HttpHandler handler = mounted.get(at);
            if (handler != null) {
                return handler;
            }
            at = at.substring(0, at.lastIndexOf('/'));
        }
        return HealthHandler.serves(path) ? null : mounted.get("/");
    }

    /** Answers the client of a mounted handler that throws, without a stack trace. */
    private static void contain(HttpHandler handler, HttpExchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (RuntimeException mistake) {
            LOG.log(System.Logger.Level.WARNING, "a mounted handler failed", mistake);
            if (exchange.getResponseCode() < 0) {
                JsonReply.error(JsonReply.INTERNAL_ERROR, "internal error; the log of the server says more")
                        .send(exchange);
            } else {
                exchange.close();
            }
        }
    }
}
