package dev.tenure.store.kafka.goneli;

import static java.util.Objects.requireNonNull;

import dev.tenure.store.kafka.client.KafkaNames;
import java.time.Duration;

/**
 * The settings of an election that is shared with programs that use goNELI. They must be the same in all nodes.
 *
 * @param topic goNELI's leader topic
 * @param group goNELI's leader group id; it is also the name of the election
 * @param heartbeatTimeout how long a Go node leads without receiving a heartbeat; the group's session is three times
 *     that
 * @param grace how long a Go node counts as the leader after its last heartbeat; at least the heartbeat timeout
 */
public record GoNeli(String topic, String group, Duration heartbeatTimeout, Duration grace) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    static final int SESSION_FACTOR = 3;

    public GoNeli {
        KafkaNames.check("topic", topic);
        KafkaNames.check("group", group);
        requireNonNull(heartbeatTimeout, "heartbeatTimeout");
        if (heartbeatTimeout.isNegative() || heartbeatTimeout.isZero()) {
            throw new IllegalArgumentException("heartbeatTimeout " + heartbeatTimeout + " must be longer than zero");
        }
        if (grace.compareTo(heartbeatTimeout) < 0) {
            throw new IllegalArgumentException("a grace of " + grace + " is shorter than the heartbeat timeout of "
                    + heartbeatTimeout + ": a Go node may lead for that long after it was expired; raise it");
        }
    }

    /** Returns goNELI's defaults: the topic is the group with {@code .neli} appended, and the timeout 5 s. */
    public static GoNeli of(String group) {
        return new GoNeli(group + ".neli", group, DEFAULT_TIMEOUT, DEFAULT_TIMEOUT);
    }

    /** Returns a copy with another heartbeat timeout, which is also the grace. */
    public GoNeli withHeartbeatTimeout(Duration timeout) {
        return new GoNeli(topic, group, timeout, timeout);
    }

    /** Returns a copy with another topic. */
    public GoNeli withTopic(String newTopic) {
        return new GoNeli(newTopic, group, heartbeatTimeout, grace);
    }

    /** Returns a copy with another grace. */
    public GoNeli withGrace(Duration newGrace) {
        return new GoNeli(topic, group, heartbeatTimeout, newGrace);
    }

    /** Returns the session timeout of the group: goNELI uses three heartbeat timeouts. */
    Duration session() {
        return heartbeatTimeout.multipliedBy(SESSION_FACTOR);
    }
}
