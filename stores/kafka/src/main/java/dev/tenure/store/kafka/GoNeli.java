package dev.tenure.store.kafka;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How an election is shared with programs that use goNELI: its group and its topic, and how its nodes are set.
 *
 * @param topic what goNELI calls the leader topic
 * @param group what goNELI calls the leader group id; the election is called the same
 * @param heartbeatTimeout how long its nodes lead without receiving a heartbeat; the group's session is three times
 *     that
 * @param grace how long a Go node that was expired, or says nothing any more, is taken for leading still; at least the
 *     heartbeat timeout
 */
public record GoNeli(String topic, String group, Duration heartbeatTimeout, Duration grace) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    static final int SESSION_FACTOR = 3;

    public GoNeli {
        TopicNames.check("topic", topic);
        TopicNames.check("group", group);
        requireNonNull(heartbeatTimeout, "heartbeatTimeout");
        if (heartbeatTimeout.isNegative() || heartbeatTimeout.isZero()) {
            throw new IllegalArgumentException("heartbeatTimeout " + heartbeatTimeout + " must be longer than zero");
        }
        if (grace.compareTo(heartbeatTimeout) < 0) {
            throw new IllegalArgumentException("a grace of " + grace + " is shorter than the heartbeat timeout of "
                    + heartbeatTimeout + ": a Go node may lead for that long after it was expired; raise it");
        }
    }

    /** Returns what goNELI does unless told otherwise: a topic called as the group with {@code .neli}, and 5 s. */
    public static GoNeli of(String group) {
        return new GoNeli(group + ".neli", group, DEFAULT_TIMEOUT, DEFAULT_TIMEOUT);
    }

    /** Returns this with another heartbeat timeout, and the same as the grace. */
    public GoNeli withHeartbeatTimeout(Duration timeout) {
        return new GoNeli(topic, group, timeout, timeout);
    }

    /** Returns this with another topic. */
    public GoNeli withTopic(String newTopic) {
        return new GoNeli(newTopic, group, heartbeatTimeout, grace);
    }

    /** Returns this with another grace. */
    public GoNeli withGrace(Duration newGrace) {
        return new GoNeli(topic, group, heartbeatTimeout, newGrace);
    }

    /** Returns the session timeout of the group, by the ratio goNELI is built on. */
    Duration session() {
        return heartbeatTimeout.multipliedBy(SESSION_FACTOR);
    }
}
