package dev.tenure.store.kafka.log;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.KafkaErrors;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * The one producer of a process. Thread-safe; connects with the first record.
 *
 * <p>Its retries need not end with the call that sent a record: one that lands late is void, or is found by its id.
 */
final class LogWriter implements AutoCloseable {
    /** How long the client may keep a thread while it does not know the topic; then the call looks at its deadline. */
    private static final int BLOCK_MILLIS = 50;

    private final ClientSettings settings;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private boolean closed;

    LogWriter(ClientSettings settings) {
        this.settings = settings;
    }

    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (closed) {
            throw StoreException.closed("kafka");
        }
        if (producer == null) {
            Map<String, Object> writerSettings = new HashMap<>(settings.producer());
            writerSettings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
            try {
                producer = new KafkaProducer<>(writerSettings);
            } catch (KafkaException e) {
                throw KafkaErrors.noEffect("opening a client of " + settings.servers(), e);
            }
        }
        return producer;
    }

    /** Closes a client that failed for good; the next record gets another one. */
    private void drop(KafkaProducer<byte[], byte[]> broken) {
        synchronized (this) {
            if (producer != broken) {
                return;
            }
            producer = null;
        }
        broken.close(Duration.ZERO); // without the lock, for which its last callbacks may wait
    }

    /**
     * Hands a record to the client, which sends it in the background.
     *
     * @param failed hears of a failure after which the record may or may not have been written
     * @throws StoreException if the record was not sent and never will be
     */
    Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Failed failed, Deadline deadline) {
        String doing = "writing to " + record.topic();
        while (true) {
            deadline.requireLeft();
            KafkaProducer<byte[], byte[]> writing = producer();
            try {
                Attempt attempt = new Attempt(writing, failed);
                Future<RecordMetadata> sent = writing.send(record, attempt);
                if (attempt.refusal == null) {
                    return sent;
                }
                if (!KafkaErrors.isTimeout(attempt.refusal)) {
                    throw KafkaErrors.noEffect(doing, attempt.refusal);
                }
            } catch (InterruptException e) {
                throw KafkaErrors.noEffect(doing, e); // others still use the client
            } catch (KafkaException | IllegalStateException e) {
                drop(writing);
                throw KafkaErrors.noEffect(doing, e);
            }
        }
    }

    /** Hears of a record that the client has given up. */
    interface Failed {
        void failed(Exception failure);
    }

    /**
     * One record that is handed to the client. The client says on the thread of the caller that it does not take the
     * record, which then has no effect; of what it has taken it hears on its own thread.
     */
    private final class Attempt implements Callback {
        private final KafkaProducer<byte[], byte[]> writing;
        private final Failed failed;
        private final Thread caller = Thread.currentThread();
        private @Nullable Exception refusal; // of the caller's thread

        Attempt(KafkaProducer<byte[], byte[]> writing, Failed failed) {
            this.writing = writing;
            this.failed = failed;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            if (failure == null) {
                return;
            }
            if (Thread.currentThread().equals(caller)) {
                refusal = failure;
            }
            if (!(failure instanceof RetriableException)) {
                failed.failed(failure);
            }
            if (KafkaErrors.breaksProducer(failure)) {
                drop(writing);
            }
        }
    }

    /** Sends records in the background, in this order, up to one that cannot be sent. */
    void sendAll(List<ProducerRecord<byte[], byte[]>> records) {
        try {
            KafkaProducer<byte[], byte[]> writing = producer();
            for (ProducerRecord<byte[], byte[]> record : records) {
                Attempt attempt = new Attempt(writing, failure -> {});
                Future<RecordMetadata> unused = writing.send(record, attempt);
                if (attempt.refusal != null) {
                    return;
                }
            }
        } catch (KafkaException | StoreException | IllegalStateException givenUp) {
            return;
        }
    }

    @Override
    public void close() {
        KafkaProducer<byte[], byte[]> open;
        synchronized (this) {
            closed = true;
            open = producer;
        }
        if (open != null) {
            drop(open);
        }
    }
}
