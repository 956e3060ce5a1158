package dev.tenure.store.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** Stands between a client and the emulator, and answers as a test says: for answers that no emulator gives. */
final class Relay implements AutoCloseable {
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("host", "content-length", "connection", "expect", "upgrade", "transfer-encoding");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newFixedThreadPool(32);
    private final List<Request> seen = new CopyOnWriteArrayList<>();
    private final InetSocketAddress target;
    private final HttpServer server;
    private volatile Rule rule = this::forward;

    /** A request as it came; the names of its headers are in lower case. */
    record Request(String method, String path, Map<String, String> headers, String body) {
        boolean isWrite() {
            return method.equals("PUT");
        }

        Request without(String... names) {
            Map<String, String> fewer = new TreeMap<>(headers);
            List.of(names).forEach(fewer::remove);
            return new Request(method, path, fewer, body);
        }
    }

    /** The answer. */
    record Reply(int status, Map<String, String> headers, String body) {}

    /** How to answer. */
    @FunctionalInterface
    interface Rule {
        Reply answer(Request request) throws IOException, InterruptedException;
    }

    Relay(InetSocketAddress target) {
        this.target = target;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    /** Answers by this rule from now on. */
    void rule(Rule newRule) {
        rule = newRule;
    }

    /** Forwards all, after this change to writes. */
    void changeWrites(UnaryOperator<Request> change) {
        rule(request -> forward(request.isWrite() ? change.apply(request) : request));
    }

    /** Refuses requests of this method with an error of S3, and forwards the others. */
    void refuse(String method, int status, String code) {
        rule(request -> request.method().equals(method) ? error(status, code) : forward(request));
    }

    static Reply error(int status, String code) {
        String xml = "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>so it is</Message></Error>";
        return new Reply(status, Map.of("content-type", "application/xml", "x-amz-bucket-region", "eu-central-1"), xml);
    }

    /** Returns how many requests of this method came for keys that end like this. */
    long count(String method, String end) {
        return seen.stream()
                .filter(request -> request.method().equals(method)
                        && request.path().replaceFirst("\\?.*", "").endsWith(end))
                .count();
    }

    Reply forward(Request request) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + target.getPort() + request.path()))
                .method(request.method(), HttpRequest.BodyPublishers.ofString(request.body()));
        request.headers().forEach((name, value) -> {
            if (!OF_THE_CONNECTION.contains(name)) {
                builder.header(name, value);
            }
        });
        HttpResponse<String> answer = client.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        Map<String, String> headers = new TreeMap<>();
        answer.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
        return new Reply(answer.statusCode(), headers, answer.body());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
            Request request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    headers,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            seen.add(request);
            Reply reply = rule.answer(request);
            reply.headers().forEach((name, value) -> {
                if (!OF_THE_CONNECTION.contains(name) && !name.startsWith(":")) {
                    exchange.getResponseHeaders().set(name, value);
                }
            });
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
