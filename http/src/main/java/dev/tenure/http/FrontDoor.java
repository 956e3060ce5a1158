package dev.tenure.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where every request to a {@link HealthServer} comes in: its path is checked, its secret compared, and it is shown to
 * whoever is mounted there. Thread-safe.
 */
final class FrontDoor implements HttpHandler {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");

    private final HealthHandler health;
    private final Map<String, HttpHandler> mounted;
    private final @Nullable BearerToken token;

    FrontDoor(HealthHandler health, Map<String, HttpHandler> mounted, @Nullable BearerToken token) {
        this.health = health;
        this.mounted = Map.copyOf(mounted);
        this.token = token;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path;
        try {
            path = Target.of(exchange).path();
        } catch (Refusal refusal) {
            refusal.reply().send(exchange);
            return;
        }
        if (token != null && !HealthHandler.OPEN.contains(path) && !token.isCarriedBy(exchange)) {
            Reply.error(Reply.UNAUTHORIZED, "a bearer token is needed, and this is none or not the right one")
                    .with("WWW-Authenticate", "Bearer")
                    .send(exchange);
            return;
        }
        handlerOf(path).handle(exchange);
    }

    /** Returns whoever is mounted nearest to the path. */
    private HttpHandler handlerOf(String path) {
        String at = path;
        while (!at.isEmpty()) {
            HttpHandler handler = mounted.get(at);
            if (handler != null) {
                return exchange -> contain(handler, exchange);
            }
            at = at.substring(0, at.lastIndexOf('/'));
        }
        return health;
    }

    /** A mistake in a mounted handler must not leave its client waiting, nor show it a stack trace. */
    private static void contain(HttpHandler handler, HttpExchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (RuntimeException mistake) {
            LOG.log(System.Logger.Level.WARNING, "a mounted handler failed", mistake);
            if (exchange.getResponseCode() < 0) {
                Reply.error(Reply.INTERNAL_ERROR, "a mistake on this side; its log says more")
                        .send(exchange);
            } else {
                exchange.close();
            }
        }
    }
}
