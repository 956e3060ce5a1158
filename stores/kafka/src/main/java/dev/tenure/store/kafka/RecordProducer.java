package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Writes roster entries, requests and history, as every process may. Thread-safe; connects with the first call. */
final class RecordProducer implements AutoCloseable {
    private final ClientSettings settings;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private boolean closed;

    RecordProducer(ClientSettings settings) {
        this.settings = settings;
    }

    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (closed) {
            throw StoreException.closed(KafkaStore.NAME);
        }
        if (producer == null) {
            producer = new KafkaProducer<>(settings.recordProducer());
        }
        return producer;
    }

    /** Writes a record to the topic of an election, and returns when this process has read it. */
    void append(KafkaElection election, ProducerRecord<byte[], byte[]> record, Deadline deadline) {
        election.view().requireTopic(deadline);
        long offset = write(List.of(record), deadline).get(0);
        election.view().readPast(offset, deadline);
    }

    /** Writes the records, and returns their offsets once the brokers have them. */
    List<Long> write(List<ProducerRecord<byte[], byte[]>> records, Deadline deadline) {
        deadline.requireLeft();
        String doing = "writing to " + (records.size() == 1 ? records.get(0).topic() : records.size() + " topics");
        try {
            KafkaProducer<byte[], byte[]> writing = producer();
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (ProducerRecord<byte[], byte[]> record : records) {
                sent.add(writing.send(record));
            }
            List<Long> offsets = new ArrayList<>();
            for (Future<RecordMetadata> each : sent) {
                offsets.add(each.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)
                        .offset());
            }
            return offsets;
        } catch (IllegalStateException e) { // the producer was closed meanwhile
            throw new StoreException(
                    StoreException.Kind.OUTCOME_UNKNOWN, doing + " failed: the kafka store was closed meanwhile", e);
        } catch (ExecutionException | KafkaException | TimeoutException e) {
            throw KafkaErrors.sent(
                    doing, e instanceof TimeoutException ? new TimeoutException("no answer in time") : e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaErrors.sent(doing, e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (producer != null) {
            producer.close(Duration.ZERO);
        }
    }
}
