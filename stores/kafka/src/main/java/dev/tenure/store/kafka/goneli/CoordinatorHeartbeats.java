package dev.tenure.store.kafka.goneli;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Tracks when the coordinator of a group last answered this member, with an assignment or a heartbeat. The client's
 * metrics count the heartbeats. Reading records proves nothing: every program may read.
 *
 * <p>An answer may have waited in the socket while this process was paused. So it counts from the round before last: an
 * answer that was there by then would have been found in the last round.
 */
final class CoordinatorHeartbeats {
    private static final String GROUP = "consumer-coordinator-metrics";
    private static final String ANSWERED = "heartbeat-total";

    private final TimeSource time;
    private volatile long heardNanos;
    private volatile boolean heard;
    private volatile long beforeLastNanos;
    private volatile long lastNanos;
    private double count;

    CoordinatorHeartbeats(TimeSource time) {
        this.time = time;
    }

    /** Takes in that a client was just created: its answers cannot be older. */
    void begin() {
        lastNanos = time.nanos();
        beforeLastNanos = lastNanos;
    }

    /** Takes in the client's metrics at the end of a round in which it has polled. */
    void sample(Map<MetricName, ? extends Metric> metrics) {
        for (Map.Entry<MetricName, ? extends Metric> metric : metrics.entrySet()) {
            MetricName name = metric.getKey();
            if (name.name().equals(ANSWERED)
                    && name.group().equals(GROUP)
                    && metric.getValue().metricValue() instanceof Double answered
                    && answered != count) {
                if (answered > count) { // a new client counts from zero
                    answered();
                }
                count = answered;
            }
        }
        beforeLastNanos = lastNanos;
        lastNanos = time.nanos();
    }

    /** Takes in that the coordinator has answered another request that begins a session. */
    void answered() {
        heardNanos = beforeLastNanos;
        heard = true;
    }

    boolean heardWithin(Duration duration) {
        return heard && time.nanos() - heardNanos <= duration.toNanos();
    }
}
