package dev.tenure.fence.kafka;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.FenceMark;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells a consumer which records of a topic count: those of one election whose token is not lower than that of a record
 * before it in the same partition. For topics whose producers are not all {@link FencedProducer}s, and as a second line
 * of defence. Belongs to one consumer, like it not thread-safe, and remembers only what it was shown.
 */
public final class TokenFilter {
    private final String election;
    private final Map<TopicPartition, Long> highest = new HashMap<>();

    private TokenFilter(String election) {
        this.election = election;
    }

    /** Returns a filter that lets records of an election through. */
    public static TokenFilter of(String election) {
        return new TokenFilter(requireNonNull(election, "election"));
    }

    /** Tells whether a record counts; ask once for each record, in their order. A record without a token does not. */
    public boolean accepts(ConsumerRecord<?, ?> record) {
        Optional<FenceMark> mark = TokenHeaders.read(record.topic(), record.headers());
        if (mark.isEmpty() || !mark.get().election().equals(election)) {
            return false;
        }
        long token = mark.get().token();
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        return highest.merge(partition, token, Math::max) == token;
    }
}
