package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.ManualTime;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CoordinatorHeartbeatsTest {
    private static final Duration ROUND = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private static final MetricName COUNT =
            new MetricName("heartbeat-total", "consumer-coordinator-metrics", "", Map.of());

    private record Figure(MetricName metricName, Object metricValue) implements Metric {}

    private static Map<MetricName, Metric> answered(double count) {
        return Map.of(COUNT, new Figure(COUNT, count));
    }

    @Test
    void onlyNewAnswersCount() {
        CoordinatorHeartbeats heartbeats = new CoordinatorHeartbeats(TimeSource.system());
        heartbeats.begin();
        heartbeats.sample(Map.of());
        assertThat(heartbeats.heardWithin(StoreTestSteps.LIMIT)).isFalse();

        heartbeats.sample(answered(1));
        assertThat(heartbeats.heardWithin(StoreTestSteps.LIMIT)).isTrue();

        StoreTestSteps.await("a moment passes", () -> !heartbeats.heardWithin(Duration.ofMillis(20)));
        heartbeats.sample(answered(1));
        assertThat(heartbeats.heardWithin(Duration.ofMillis(20))).isFalse();
        heartbeats.sample(answered(2));
        assertThat(heartbeats.heardWithin(StoreTestSteps.LIMIT)).isTrue();
    }

    @Test
    @DisplayName("an answer that waited in the socket during a pause counts from before the pause (NL-D3)")
    void answerFromBeforePauseIsOld() {
        ManualTime time = new ManualTime();
        CoordinatorHeartbeats heartbeats = new CoordinatorHeartbeats(time);
        heartbeats.begin();
        heartbeats.sample(answered(1));
        time.advance(ROUND);
        heartbeats.sample(answered(1));

        time.advance(PAUSE);
        heartbeats.sample(answered(2));
        assertThat(heartbeats.heardWithin(PAUSE.minus(ROUND))).isFalse();

        heartbeats.answered(); // nor is an assignment
        assertThat(heartbeats.heardWithin(PAUSE.minus(ROUND))).isFalse();

        time.advance(ROUND);
        heartbeats.sample(answered(2));
        time.advance(ROUND);
        heartbeats.sample(answered(3));
        assertThat(heartbeats.heardWithin(ROUND.multipliedBy(2))).isTrue();
    }
}
