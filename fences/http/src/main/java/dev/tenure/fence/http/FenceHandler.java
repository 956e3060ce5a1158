package dev.tenure.fence.http;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Puts a fence before a handler of the JDK's HTTP server: a request with a lower token than one before is answered with
 * 412, a write without a token with 428, one of another election with 409. Requests that only read pass without a
 * token.
 */
public final class FenceHandler implements HttpHandler {
    private final HttpFence fence;
    private final HttpHandler handler;

    public FenceHandler(HttpFence fence, HttpHandler handler) {
        this.fence = requireNonNull(fence, "fence");
        this.handler = requireNonNull(handler, "handler");
    }

    @Override
    public void handle(HttpExchange request) throws IOException {
        FenceGate.pass(fence, new FenceGate.Exchange<RuntimeException>() {
            @Override
            public String method() {
                return request.getRequestMethod();
            }

            @Override
            public @Nullable String header(String name) {
                return request.getRequestHeaders().getFirst(name);
            }

            @Override
            public void handle() throws IOException {
                handler.handle(request);
            }

            @Override
            public void refuse(Refusal refusal) throws IOException {
                answer(request, refusal);
            }
        });
    }

    private static void answer(HttpExchange request, Refusal refusal) throws IOException {
        byte[] text = (refusal.text() + "\n").getBytes(StandardCharsets.UTF_8);
        request.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        refusal.headers().forEach(request.getResponseHeaders()::set);
        request.sendResponseHeaders(refusal.status(), text.length);
        request.getResponseBody().write(text);
        request.close();
    }
}
