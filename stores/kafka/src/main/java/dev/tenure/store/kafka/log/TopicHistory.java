package dev.tenure.store.kafka.log;

import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.ConsumerClosing;
import dev.tenure.store.kafka.client.KafkaErrors;
import dev.tenure.store.kafka.client.TopicAdmin;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.HistoryEntryFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The history of all elections, in a topic that is read only when somebody asks. Thread-safe. */
final class TopicHistory implements History {
    private static final Duration POLL = Duration.ofMillis(100);

    private final LogTopics topics;
    private final ClientSettings settings;
    private final TopicAdmin topicAdmin;
    private final LogWriter writer;
    private volatile boolean isThere;

    TopicHistory(LogTopics topics, ClientSettings settings, TopicAdmin topicAdmin, LogWriter writer) {
        this.topics = topics;
        this.settings = settings;
        this.topicAdmin = topicAdmin;
        this.writer = writer;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        deadline.requireLeft();
        if (!isThere) {
            topics.requireHistory(topicAdmin, deadline);
        }
        String text = FlatJson.compact(out -> {
            out.text("election", entry.election());
            HistoryEntryFormat.write(out, entry);
        });
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topics.history().topic(), 0, null, text.getBytes(StandardCharsets.UTF_8));
        isThere = false;
        await(writer.send(record, failure -> {}, deadline), deadline);
        isThere = true;
    }

    private static void await(Future<RecordMetadata> sent, Deadline deadline) {
        String doing = "writing to the history";
        try {
            sent.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw KafkaErrors.sent(doing, e);
        } catch (TimeoutException e) {
            throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, doing + " failed: no answer in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaErrors.sent(doing, e);
        }
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        deadline.requireLeft();
        TopicPartition history = topics.history();
        if (topicAdmin.find(history.topic(), deadline).isEmpty()) {
            return List.of();
        }
        long end = topicAdmin.end(history, IsolationLevel.READ_UNCOMMITTED, deadline);
        try {
            KafkaConsumer<byte[], byte[]> reading = new KafkaConsumer<>(settings.reader("read_uncommitted"));
            try {
                reading.assign(List.of(history));
                reading.seekToBeginning(List.of(history));
                return read(reading, history, end, election, most, deadline);
            } finally {
                ConsumerClosing.abandon(reading);
            }
        } catch (KafkaException e) {
            throw KafkaErrors.noEffect("reading the history", e);
        }
    }

    private static List<HistoryEntry> read(
            KafkaConsumer<byte[], byte[]> reading,
            TopicPartition history,
            long end,
            String election,
            int most,
            Deadline deadline) {
        Deque<HistoryEntry> last = new ArrayDeque<>();
        while (reading.position(history, deadline.remaining()) < end) {
            deadline.requireLeft();
            for (ConsumerRecord<byte[], byte[]> record : reading.poll(POLL)) {
                entry(record.value(), election).ifPresent(last::add);
                if (last.size() > most) {
                    last.remove();
                }
            }
        }
        return List.copyOf(last);
    }

    /** Returns the entry in a record, or empty if it is of another election or cannot be read. */
    private static Optional<HistoryEntry> entry(byte @Nullable [] value, String election) {
        if (value == null) {
            return Optional.empty();
        }
        try {
            return FlatJson.read(
                    value,
                    fields -> election.equals(fields.find("election"))
                            ? Optional.of(HistoryEntryFormat.read(fields, election))
                            : Optional.empty());
        } catch (UnreadableRecordException e) {
            return Optional.empty();
        }
    }
}
