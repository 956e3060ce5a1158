package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.Given;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
    private static final MetricName COUNT =
            new MetricName("heartbeat-total", "consumer-coordinator-metrics", "", Map.of());

    private record Figure(MetricName metricName, Object metricValue) implements Metric {}

    private static Map<MetricName, Metric> answered(double count) {
        return Map.of(COUNT, new Figure(COUNT, count));
    }

    @Test
    void onlyFurtherAnswersCount() {
        Heartbeats heartbeats = new Heartbeats();
        heartbeats.sample(Map.of());
        assertThat(heartbeats.heardWithin(Given.LIMIT)).isFalse();

        heartbeats.sample(answered(1));
        assertThat(heartbeats.heardWithin(Given.LIMIT)).isTrue();

        Given.await("a moment passes", () -> !heartbeats.heardWithin(Duration.ofMillis(20)));
        heartbeats.sample(answered(1));
        assertThat(heartbeats.heardWithin(Duration.ofMillis(20))).isFalse();
        heartbeats.sample(answered(2));
        assertThat(heartbeats.heardWithin(Given.LIMIT)).isTrue();
    }
}
