package dev.tenure.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.ManualElection;
import dev.tenure.testkit.StoreTestSteps;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every metric that the board and the alert rules ask for is in a scrape of a candidate that has seen it all. */
class DashboardTest {
    private static final Pattern METRIC = Pattern.compile("\\btenure_\\w+");

    @Test
    void everyMetricOfTheBoardIsInAScrape() throws IOException {
        Set<String> asked = new TreeSet<>();
        try (JsonParser json = new JsonFactory().createParser(text("grafana.json"))) {
            while (json.nextToken() != null) {
                boolean query = json.currentToken() == JsonToken.VALUE_STRING
                        && Set.of("expr", "query").contains(String.valueOf(json.currentName()));
                if (query) {
                    METRIC.matcher(json.getText()).results().forEach(each -> asked.add(each.group()));
                }
            }
        }

        assertThat(asked).hasSizeGreaterThan(10);
        assertThat(scraped()).containsAll(asked);
    }

    @Test
    void everyMetricOfTheAlertRulesIsInAScrape() throws IOException {
        Set<String> asked = new TreeSet<>();
        METRIC.matcher(text("alerts.yml")).results().forEach(each -> asked.add(each.group()));

        assertThat(asked).hasSizeGreaterThan(3);
        assertThat(scraped()).containsAll(asked);
    }

    /** Returns the names of all time series in the text that Prometheus reads. */
    private static Set<String> scraped() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        TenureMetrics metrics = new TenureMetrics();
        metrics.bindTo(registry);
        ManualElection orders = (ManualElection) new ManualCandidate("node-1").stand("orders");
        metrics.observe(orders);
        orders.acquire();
        orders.lose("taken");
        orders.fail(new IllegalStateException("the store is away"));
        LeaseStore store = metrics.observing(Stores.open("memory:" + UUID.randomUUID()));
        StoreTestSteps.renew(store, StoreTestSteps.elect(store, "orders"));
        Set<String> names = new TreeSet<>();
        registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> names.add(line.replaceFirst("[{ ].*", "")));
        return names;
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(TenureMetrics.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
