package dev.tenure.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.http.HealthServer;
import dev.tenure.testkit.ManualCandidate;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Prometheus scrapes from the health server, beside the text that its own library writes. */
class HealthServerScrapeTest {
    private static final String SECRET = "0123456789abcdef";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ManualCandidate candidate = new ManualCandidate("node-1");

    HealthServerScrapeTest() {
        TenureMetrics metrics = new TenureMetrics();
        metrics.bindTo(registry);
        for (String name : new String[] {"orders", "a \"quoted\" \\ name", "büro/7"}) {
            metrics.observe(candidate.stand(name));
        }
        candidate.election("orders").acquire();
    }

    @Test
    void aRegistryOfTheApplicationIsScrapedThere() throws Exception {
        registry.counter("orders.sent").increment();
        try (HealthServer server =
                // snippet: scrape
                HealthServer.on(candidate)
                        .bind("127.0.0.1", 0)
                        .bearerToken(SECRET)
                        .metrics(registry::scrape)
                        .start()
        // end
        ) {
            HttpResponse<String> answer = scrape(server);

            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(answer.body().lines()).contains("orders_sent_total 1.0");
            assertThat(answer.body()).endsWith("\n");
            assertThat(shape(answer.body())).isEqualTo(shape(registry.scrape()));
        }
    }

    @Test
    void withoutARegistryTheServerWritesTheSameGauges() throws Exception {
        try (HealthServer server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .bearerToken(SECRET)
                .start()) {
            String own = scrape(server).body();

            assertThat(own.lines()).contains("tenure_leader{election=\"orders\"} 1.0");
            assertThat(own.lines()).hasSize(4 * (2 + 3));
            assertThat(shape(registry.scrape())).containsAll(shape(own));
            assertThat(registry.scrape().lines().toList())
                    .containsAll(own.lines()
                            .filter(line -> line.startsWith("tenure_leader"))
                            .toList());
        }
    }

    /** Returns the lines without the values, which move on between two scrapes. */
    private static List<String> shape(String text) {
        return text.lines()
                .map(line -> line.startsWith("#") ? line : line.substring(0, line.lastIndexOf(' ')))
                .sorted()
                .toList();
    }

    private static HttpResponse<String> scrape(HealthServer server) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/metrics"))
                .timeout(Duration.ofMinutes(1))
                .header("Authorization", "Bearer " + SECRET)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
