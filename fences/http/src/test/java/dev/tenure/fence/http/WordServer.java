package dev.tenure.fence.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.testkit.FencedSet.Pause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's server with words behind a fence, and a way around it. */
final class WordServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    final HttpFence fence;
    volatile String words = "";
    volatile Pause beforeWrite = Pause.NONE;

    WordServer(HttpFence fence) throws IOException {
        this.fence = fence;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/fenced", new FenceHandler(fence, this::handle));
        server.createContext("/plain", this::handle);
        server.start();
    }

    String port() {
        return Integer.toString(server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("PUT")) {
            String all = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            try {
                beforeWrite.run();
            } catch (Exception e) {
                throw new IOException(e);
            }
            words = all;
        }
        fence.mark().ifPresent(held -> exchange.getResponseHeaders().set("highest", Long.toString(held.token())));
        byte[] body = words.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
