package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.jspecify.annotations.Nullable;

/** Finds, creates and inspects topics. Thread-safe; connects with the first call. */
final class TopicAdmin implements AutoCloseable {
    /** Small segments, so that compaction keeps the topic short; records are deleted after a week. */
    static final Map<String, String> TOPIC_SETTINGS = Map.of(
            "cleanup.policy", "compact,delete",
            "retention.ms", "604800000",
            "segment.ms", "600000",
            "segment.bytes", "1048576",
            "min.cleanable.dirty.ratio", "0.1");

    private final ClientSettings settings;
    private final boolean creates;
    private final boolean plainTopics;
    private @Nullable Admin admin;
    private boolean closed;

    /**
     * Connects to nothing yet.
     *
     * @param creates whether missing topics are created
     * @param plainTopics whether they are created without settings, as goNELI expects them
     */
    TopicAdmin(ClientSettings settings, boolean creates, boolean plainTopics) {
        this.settings = settings;
        this.creates = creates;
        this.plainTopics = plainTopics;
    }

    private synchronized Admin admin() {
        if (closed) {
            throw StoreException.closed(KafkaStore.NAME);
        }
        if (admin == null) {
            try {
                admin = Admin.create(settings.admin());
            } catch (KafkaException e) {
                throw KafkaErrors.noEffect("opening a client of " + settings.servers(), e);
            }
        }
        return admin;
    }

    /** Sends a request to the brokers, and waits for the answer until the deadline. */
    <T> T ask(String doing, Function<Admin, KafkaFuture<T>> request, Deadline deadline) {
        deadline.requireLeft();
        try {
            return request.apply(admin()).get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | KafkaException e) {
            throw KafkaErrors.isTimeout(e) ? noAnswer(doing, e) : KafkaErrors.noEffect(doing, e);
        } catch (TimeoutException e) {
            throw noAnswer(doing, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaErrors.noEffect(doing, e);
        }
    }

    /** Kafka's clients do not say why they cannot connect: refused, no broker, or one that expects TLS or a login. */
    private StoreException noAnswer(String doing, Exception e) {
        return new StoreException(
                StoreException.Kind.UNREACHABLE,
                doing + " failed: no Kafka broker answers at " + settings.servers()
                        + ": is it up, and is that its port? If it wants TLS or a login, give the client settings for that",
                e);
    }

    /** Returns the topic, or empty if it does not exist. */
    Optional<TopicDescription> find(String topic, Deadline deadline) {
        try {
            return Optional.of(ask(
                    "looking for the topic " + topic,
                    asked -> asked.describeTopics(List.of(topic))
                            .topicNameValues()
                            .get(topic),
                    deadline));
        } catch (StoreException e) {
            if (e.getCause() != null && KafkaErrors.isMissingTopic(e.getCause())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Creates the topic if it does not exist and may be created. */
    void require(String topic, Deadline deadline) {
        if (find(topic, deadline).isPresent()) {
            return;
        }
        if (!creates) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "there is no topic " + topic
                            + ": create it with one partition and cleanup.policy=compact,delete, or"
                            + " allow the store to create topics");
        }
        NewTopic wanted = new NewTopic(topic, Optional.of(1), Optional.empty());
        try {
            ask(
                    "creating the topic " + topic,
                    asked -> asked.createTopics(List.of(plainTopics ? wanted : wanted.configs(TOPIC_SETTINGS)))
                            .all(),
                    deadline);
        } catch (StoreException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Returns the end of the committed records, or of all records. */
    long end(TopicPartition partition, IsolationLevel upTo, Deadline deadline) {
        ListOffsetsOptions committed = new ListOffsetsOptions(upTo);
        return ask(
                        "asking for the end of " + partition.topic(),
                        asked -> asked.listOffsets(Map.of(partition, OffsetSpec.latest()), committed)
                                .partitionResult(partition),
                        deadline)
                .offset();
    }

    /** Tells whether the brokers know that a producer has written under this transactional id. */
    boolean knowsWriter(String transactionalId, Deadline deadline) {
        try {
            TransactionDescription found = ask(
                    "asking for the producer of " + transactionalId,
                    asked ->
                            asked.describeTransactions(List.of(transactionalId)).description(transactionalId),
                    deadline);
            return found.state() != TransactionState.EMPTY || found.producerEpoch() > 0;
        } catch (StoreException e) {
            if (e.getCause() instanceof TransactionalIdNotFoundException
                    || e.kind() == StoreException.Kind.MISCONFIGURED) {
                return false; // a process that may not even ask cannot lead
            }
            throw e;
        }
    }

    Collection<String> topics(Deadline deadline) {
        Set<String> names = ask("listing topics", asked -> asked.listTopics().names(), deadline);
        return names;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
