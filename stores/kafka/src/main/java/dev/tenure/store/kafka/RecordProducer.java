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

/** Writes what needs no protection: rosters, requests, history. Anybody may. Thread-safe; connects when first used. */
final class RecordProducer implements AutoCloseable {
    private final ClientSettings settings;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private boolean closed;

    RecordProducer(ClientSettings settings) {
        this.settings = settings;
    }

    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (closed) {
            throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed");
        }
        if (producer == null) {
            producer = new KafkaProducer<>(settings.producer());
        }
        return producer;
    }

    /** Writes a record of a contest, and returns when that contest has read it. */
    void tell(KafkaElection contest, ProducerRecord<byte[], byte[]> record, Deadline deadline) {
        contest.reading().requireTopic(deadline);
        long offset = write(List.of(record), deadline).get(0);
        contest.reading().readPast(offset, deadline);
    }

    /** Writes the records, and returns their offsets once they are kept. */
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
        } catch (IllegalStateException e) { // so says a producer that is closed meanwhile
            throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "the kafka store is closed", e);
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
