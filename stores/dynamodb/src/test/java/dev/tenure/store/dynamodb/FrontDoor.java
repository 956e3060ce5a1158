package dev.tenure.store.dynamodb;

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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Function;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Stands before DynamoDB Local, sees every request, and can answer in its place or keep its answer back. */
final class FrontDoor implements AutoCloseable {
    static {
        // Or each answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final String TARGET = "X-Amz-Target";
    private static final Pattern UNITS = Pattern.compile("\"CapacityUnits\":([0-9.]+)");

    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final HttpClient forward = HttpClient.newHttpClient();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final DoubleAdder units = new DoubleAdder();
    private volatile Function<Call, Fate> rule = call -> Fate.PASS;
    private volatile boolean counting;

    /** One request: what it asks for, such as {@code GetItem}, and its JSON. */
    record Call(String action, String body) {}

    /**
     * What becomes of a request.
     *
     * @param forwarded whether DynamoDB gets to see it
     * @param status the status it is answered with instead of DynamoDB's; 0 for the very answer, negative for none
     * @param error the JSON of that answer
     */
    record Fate(boolean forwarded, int status, String error) {
        static final Fate PASS = new Fate(true, 0, "");

        /** It is carried out, and the connection ends before the answer. */
        static final Fate ANSWER_LOST = new Fate(true, -1, "");

        /** The connection ends, and nothing was carried out. */
        static final Fate REQUEST_LOST = new Fate(false, -1, "");

        /** It is not carried out, and answered with an error of this code. */
        static Fate error(int status, String code) {
            return new Fate(
                    false,
                    status,
                    "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\",\"message\":\"as the test wants\"}");
        }

        /** A transaction is cancelled for these reasons. */
        static Fate cancelled(String first, String second) {
            return new Fate(
                    false,
                    400,
                    "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\",\"Message\":\"cancelled\","
                            + "\"CancellationReasons\":[{\"Code\":\"" + first + "\"},{\"Code\":\"" + second + "\"}]}");
        }
    }

    FrontDoor() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    DynamoDbClient client() {
        return TestServer.client(address());
    }

    /** From now on, requests go this way. */
    void rule(Function<Call, Fate> newRule) {
        rule = newRule;
    }

    /** From now on, writes of this kind go this way, and all others pass. */
    void rule(String action, Fate fate) {
        rule(call -> call.action().equals(action) ? fate : Fate.PASS);
    }

    void pass() {
        rule(call -> Fate.PASS);
    }

    /** Asks DynamoDB from now on what each request consumes. */
    void countUnits() {
        counting = true;
    }

    /** Returns how many units were consumed since it was last asked. */
    double takeUnits() {
        return units.sumThenReset();
    }

    /** Returns the requests so far, and forgets them. */
    List<Call> takeCalls() {
        List<Call> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    List<String> takeActions() {
        return takeCalls().stream().map(Call::action).toList();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String target = exchange.getRequestHeaders().getFirst(TARGET);
            Call call = new Call(target.substring(target.indexOf('.') + 1), new String(body, StandardCharsets.UTF_8));
            calls.add(call);
            Fate fate = rule.apply(call);
            HttpResponse<byte[]> answer = fate.forwarded() ? forward(exchange, body) : null;
            if (fate.status() == 0 && answer != null) {
                send(exchange, answer.statusCode(), answer.body());
            } else if (fate.status() > 0) {
                send(exchange, fate.status(), fate.error().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The client has gone: that is its affair.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        String json = new String(body, StandardCharsets.UTF_8);
        String asked = counting ? json.replaceFirst("}$", ",\"ReturnConsumedCapacity\":\"TOTAL\"}") : json;
        HttpRequest.Builder request =
                HttpRequest.newBuilder(TestServer.ENDPOINT).POST(HttpRequest.BodyPublishers.ofString(asked));
        for (String header : List.of(TARGET, "Content-Type", "Authorization", "X-Amz-Date")) {
            List<String> values = exchange.getRequestHeaders().getOrDefault(header, List.of());
            values.forEach(value -> request.header(header, value));
        }
        HttpResponse<byte[]> answer = forward.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        UNITS.matcher(new String(answer.body(), StandardCharsets.UTF_8))
                .results()
                .forEach(found -> units.add(Double.parseDouble(found.group(1))));
        return answer;
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
