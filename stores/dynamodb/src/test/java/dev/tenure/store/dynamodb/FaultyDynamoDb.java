package dev.tenure.store.dynamodb;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.aws.contract.FaultyHttpServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Forwards requests to DynamoDB Local, or fails as a test wants. Thread-safe. */
final class FaultyDynamoDb extends FaultyHttpServer {
    private static final String TARGET = "X-Amz-Target";
    private static final String TYPE = "{\"__type\":\"com.amazonaws.dynamodb.v20120810#";
    private static final Pattern UNITS = Pattern.compile("\"CapacityUnits\":([0-9.]+)");

    private final HttpClient forward = HttpClient.newHttpClient();
    private final DoubleAdder units = new DoubleAdder();
    private volatile boolean counting;

    /** Returns the fate of a transaction that is cancelled for these reasons. */
    static Fate cancelled(String first, String second) {
        return new Fate(false, 400, "TransactionCanceledException", List.of(first, second));
    }

    DynamoDbClient client() {
        return TestServer.client(address());
    }

    /** Asks DynamoDB from now on what each request consumes. */
    void countUnits() {
        counting = true;
    }

    /** Returns how many units were consumed since the last call. */
    double takeUnits() {
        return units.sumThenReset();
    }

    @Override
    protected Call read(HttpExchange exchange, byte[] body) {
        String target = exchange.getRequestHeaders().getFirst(TARGET);
        return new Call(target.substring(target.indexOf('.') + 1), new String(body, StandardCharsets.UTF_8));
    }

    @Override
    protected Reply carryOut(HttpExchange exchange, Call call) throws IOException, InterruptedException {
        String asked =
                counting ? call.text().replaceFirst("}$", ",\"ReturnConsumedCapacity\":\"TOTAL\"}") : call.text();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(TestServer.ENDPOINT).POST(HttpRequest.BodyPublishers.ofString(asked));
        for (String header : List.of(TARGET, "Content-Type", "Authorization", "X-Amz-Date")) {
            List<String> values = exchange.getRequestHeaders().getOrDefault(header, List.of());
            values.forEach(value -> request.header(header, value));
        }
        HttpResponse<String> answer = forward.send(request.build(), HttpResponse.BodyHandlers.ofString());
        UNITS.matcher(answer.body()).results().forEach(found -> units.add(Double.parseDouble(found.group(1))));
        return new Reply(answer.statusCode(), answer.body());
    }

    @Override
    protected String errorText(Fate fate) {
        String reasons = fate.reasons().stream()
                .map(reason -> "{\"Code\":\"" + reason + "\"}")
                .collect(Collectors.joining(","));
        return TYPE + fate.code() + "\",\"message\":\"as the test wants\""
                + (reasons.isEmpty() ? "" : ",\"CancellationReasons\":[" + reasons + "]") + "}";
    }

    @Override
    protected String contentType() {
        return "application/x-amz-json-1.0";
    }
}
