package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks the leader in a record whether it still thinks that it leads, at the health endpoint of s3lect. Thread-safe. */
final class HealthProbe {
    /** As long as s3lect's own peers wait. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

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
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200
                    && Fields.read(answer.body(), fields -> id.equals(fields.optional("leaderID")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException | IllegalArgumentException | Fields.GarbageException e) {
            return false;
        }
    }

    private URI endpoint(String address) {
        return URI.create((address.contains("://") ? address : "https://" + address) + path);
    }
}
