package dev.tenure.store.kafka;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * When the coordinator of a group last answered this member: with an assignment, or a heartbeat, by the client's own
 * count of answers. Reading records proves nothing of the kind: anybody may read.
 *
 * <p>An answer may have waited in the socket while this process stood still. So it counts from the round before last:
 * had it been there by then, the round after that would have found it. Whatever pause it waited through came later.
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

    /** A client has just been made: what it hears cannot be older. */
    void begin() {
        lastNanos = time.nanos();
        beforeLastNanos = lastNanos;
    }

    /** Takes in the client's figures at the end of a round in which it has polled. */
    void sample(Map<MetricName, ? extends Metric> figures) {
        for (Map.Entry<MetricName, ? extends Metric> figure : figures.entrySet()) {
            MetricName name = figure.getKey();
            if (name.name().equals(ANSWERED)
                    && name.group().equals(GROUP)
                    && figure.getValue().metricValue() instanceof Double answered
                    && answered != count) {
                if (answered > count) { // less is said by a client that has just begun
                    answered();
                }
                count = answered;
            }
        }
        beforeLastNanos = lastNanos;
        lastNanos = time.nanos();
    }

    /** Takes in that it has answered something else that begins a session. */
    void answered() {
        heardNanos = beforeLastNanos;
        heard = true;
    }

    boolean heardWithin(Duration duration) {
        return heard && time.nanos() - heardNanos <= duration.toNanos();
    }
}
