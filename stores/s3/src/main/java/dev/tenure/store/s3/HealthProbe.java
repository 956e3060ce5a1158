package dev.tenure.store.s3;

import dev.tenure.aws.TimedConnections;
import dev.tenure.spi.Deadline;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the leader in a record whether it still thinks that it leads, at the health endpoint of s3lect. Thread-safe. */
final class HealthProbe {
    /** As long as s3lect's own peers wait. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Far more than a record has; what comes beyond is not kept. */
    private static final int MOST_BYTES = 64 * 1024;

    private final HttpClient client;
    private final String path;

    HealthProbe(HttpClient client, String path) {
        this.client = client;
        this.path = path.startsWith("/") ? path : "/" + path;
    }

    /**
     * Tells whether the one at this address says that it leads under this id. Silence and nonsense say that it does
     * not.
     */
    boolean saysItLeads(String id, String address, Deadline deadline) {
        Duration half = deadline.remaining().dividedBy(2); // the claim must still be sent
        Duration limit = half.compareTo(PATIENCE) < 0 ? half : PATIENCE;
        try {
            HttpRequest request = HttpRequest.newBuilder(endpoint(address))
                    .timeout(TimedConnections.atLeastAMilli(limit))
                    .build();
            Optional<String> body = ask(request, limit);
            return body.isPresent() && Fields.read(body.get(), fields -> id.equals(fields.optional("leaderID")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException | IllegalArgumentException | Fields.GarbageException e) {
            return false;
        }
    }

    /** Returns the body of the answer, or empty if it is no yes. A request's own timeout ends with its headers. */
    private Optional<String> ask(HttpRequest request, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        CompletableFuture<HttpResponse<Void>> sent = client.sendAsync(
                request,
                HttpResponse.BodyHandlers.ofByteArrayConsumer(
                        part -> part.filter(bytes -> body.size() < MOST_BYTES).ifPresent(body::writeBytes)));
        try {
            HttpResponse<Void> answer = sent.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return answer.statusCode() == 200 ? Optional.of(body.toString(StandardCharsets.UTF_8)) : Optional.empty();
        } finally {
            sent.cancel(true);
        }
    }

    private URI endpoint(String address) {
        return URI.create((address.contains("://") ? address : "https://" + address) + path);
    }
}
