package dev.tenure.fence.kafka;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Guards a topic of Apache Kafka: once a later term has opened its producer, the broker refuses that of every earlier
 * one. Immutable and thread-safe.
 *
 * <p>All producers of a fence have one transactional id, so that the broker knows the last of them. Which token was the
 * highest is kept as an offset of the consumer group of the same name, at partition 0 of the topic; its metadata is the
 * election. Nobody consumes with that group.
 */
public final class KafkaFence {
    private static final String PREFIX = "tenure-fence-";

    private final String topic;
    private final String resource;

    private KafkaFence(String topic, String resource) {
        this.topic = topic;
        this.resource = resource;
    }

    /** Returns the fence of a topic. */
    public static KafkaFence of(String topic) {
        return new KafkaFence(requireNonNull(topic, "topic"), topic);
    }

    /** Returns the fence of a part of the same topic: elections that share a topic give each part a name of its own. */
    public KafkaFence part(String name) {
        return new KafkaFence(topic, topic + "/" + requireNonNull(name, "name"));
    }

    /**
     * Opens the producer of a term. Open one for each term, when it begins, and close it when it ends.
     *
     * @param settings of a producer, with its serializers; the fence adds the transactional id
     * @throws StaleTokenException if a later term has opened its producer
     * @throws IllegalStateException if the fence belongs to another election
     * @throws KafkaException if the broker fails, or other producers of the fence were opened during each of ten
     *     attempts: open it again while the term lasts
     */
    public <K, V> FencedProducer<K, V> open(Map<String, Object> settings, Term term) {
        return open(settings, term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public <K, V> FencedProducer<K, V> open(Map<String, Object> settings, String election, long token) {
        return FencedProducer.open(this, settings, new FenceMark(resource, election, token));
    }

    /** Returns what the fence remembers, or empty if nobody opened a producer. What is not committed does not count. */
    public Optional<FenceMark> mark(Admin admin) {
        // Not requireStable: while a transaction is under way, the client would then leave the offset out.
        @Nullable OffsetAndMetadata held = settled(admin.listConsumerGroupOffsets(id()).partitionsToOffsetAndMetadata())
                .get(place());
        return held == null ? Optional.empty() : Optional.of(new FenceMark(resource, held.metadata(), held.offset()));
    }

    private <T> T settled(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new KafkaException("the fence of " + resource + " cannot be reached", e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e); // which sets the interrupt again
        }
    }

    /** Forgets the highest token: the next producer creates the fence again. For topics that are no longer guarded. */
    public void remove(Admin admin) {
        settled(admin.deleteConsumerGroups(List.of(id())).all());
    }

    String id() {
        return PREFIX + resource;
    }

    @SuppressWarnings("removal") // what shall replace it needs a consumer of the group, and there is none
    ConsumerGroupMetadata group() {
        return new ConsumerGroupMetadata(id());
    }

    Map<TopicPartition, OffsetAndMetadata> offsets(FenceMark write) {
        return Map.of(place(), new OffsetAndMetadata(write.token(), write.election()));
    }

    private TopicPartition place() {
        return new TopicPartition(topic, 0);
    }

    @Override
    public String toString() {
        return "fence of topic " + resource;
    }
}
