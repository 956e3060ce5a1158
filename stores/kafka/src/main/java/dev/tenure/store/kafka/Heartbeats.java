package dev.tenure.store.kafka;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * When the coordinator of a group last answered this member: with an assignment, or a heartbeat, by the client's own
 * count of answers. Reading records proves nothing of the kind: anybody may read.
 */
final class Heartbeats {
    private static final String GROUP = "consumer-coordinator-metrics";
    private static final String ANSWERED = "heartbeat-total";

    private final TimeSource time = TimeSource.system();
    private volatile long heardNanos = time.nanos();
    private volatile boolean heard;
    private double count;

    /** Takes in the client's figures; called often. */
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
    }

    /** Takes in that it has answered something else that begins a session. */
    void answered() {
        heardNanos = time.nanos();
        heard = true;
    }

    boolean heardWithin(Duration duration) {
        return heard && time.nanos() - heardNanos <= duration.toNanos();
    }
}
