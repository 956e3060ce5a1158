package dev.tenure.store.kafka.client;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** Finds, creates and inspects topics. Thread-safe; connects with the first call. */
public final class TopicAdmin implements AutoCloseable {
    private final ClientSettings settings;
    private final boolean creates;
    private @Nullable Admin admin;
    private boolean closed;

    /**
     * Connects to nothing yet.
     *
     * @param creates whether missing topics are created
     */
    public TopicAdmin(ClientSettings settings, boolean creates) {
        this.settings = settings;
        this.creates = creates;
    }

    private synchronized Admin admin() {
        if (closed) {
            throw StoreException.closed("kafka");
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
    public <T> T ask(String doing, Function<Admin, KafkaFuture<T>> request, Deadline deadline) {
        deadline.requireLeft();
        try {
            return await(doing, request.apply(admin()), deadline);
        } catch (KafkaException e) {
            throw failure(doing, e);
        }
    }

    /** Waits for the answer to a request until the deadline. */
    public <T> T await(String doing, Future<T> answer, Deadline deadline) {
        try {
            return answer.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failure(doing, e);
        } catch (TimeoutException e) {
            throw noAnswer(doing, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaErrors.noEffect(doing, e);
        }
    }

    private StoreException failure(String doing, Exception e) {
        return KafkaErrors.isTimeout(e) ? noAnswer(doing, e) : KafkaErrors.noEffect(doing, e);
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
    public Optional<TopicDescription> find(String topic, Deadline deadline) {
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

    /** Creates the topic, with one partition and these settings, if it does not exist and may be created. */
    public void require(String topic, Map<String, String> topicSettings, Deadline deadline) {
        if (find(topic, deadline).isPresent()) {
            return;
        }
        if (!creates) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "there is no topic " + topic + ": create it with one partition and cleanup.policy=delete, or allow"
                            + " the store to create topics");
        }
        NewTopic wanted = new NewTopic(topic, Optional.of(1), Optional.empty()).configs(topicSettings);
        try {
            ask(
                    "creating the topic " + topic,
                    asked -> asked.createTopics(List.of(wanted)).all(),
                    deadline);
        } catch (StoreException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Asks for the end of the committed records, or of all records. */
    public CompletionStage<ListOffsetsResultInfo> end(TopicPartition partition, IsolationLevel upTo) {
        return admin().listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(upTo))
                .partitionResult(partition)
                .toCompletionStage();
    }

    /** Returns the end of the committed records, or of all records. */
    public long end(TopicPartition partition, IsolationLevel upTo, Deadline deadline) {
        deadline.requireLeft();
        return await(
                        "asking for the end of " + partition.topic(),
                        end(partition, upTo).toCompletableFuture(),
                        deadline)
                .offset();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
