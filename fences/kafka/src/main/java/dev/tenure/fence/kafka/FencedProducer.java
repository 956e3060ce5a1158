package dev.tenure.fence.kafka;

import dev.tenure.StaleTokenException;
import dev.tenure.spi.FenceMark;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Writes records under one term, each batch in a transaction. When a later term has opened its own producer, the broker
 * refuses this one, wherever it stands. Consumers read with {@code isolation.level=read_committed}. For one thread at a
 * time.
 */
public final class FencedProducer<K, V> implements AutoCloseable {
    /** Each further attempt means, as a rule, that an older leader, not yet refused, opened its own in between. */
    private static final int ATTEMPTS = 10;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

    private final KafkaFence fence;
    private final FenceMark term;
    private final Admin admin;
    private final Producer<K, V> producer;

    private FencedProducer(KafkaFence fence, FenceMark term, Admin admin, Producer<K, V> producer) {
        this.fence = fence;
        this.term = term;
        this.admin = admin;
        this.producer = producer;
    }

    static <K, V> FencedProducer<K, V> open(KafkaFence fence, Map<String, Object> settings, FenceMark term) {
        Map<String, Object> transactional = new HashMap<>(settings);
        transactional.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, fence.id());
        return open(fence, term, Admin.create(settings), () -> new KafkaProducer<>(transactional));
    }

    /** Opens producers until one has raised the mark; closes the admin client if none does. */
    static <K, V> FencedProducer<K, V> open(
            KafkaFence fence, FenceMark term, Admin admin, Supplier<Producer<K, V>> producers) {
        try {
            for (int attempt = 1; ; attempt++) {
                // A look first: an older leader that opens a producer would end that of the later term.
                fence.mark(admin).ifPresent(held -> held.requireAdmits(term));
                FencedProducer<K, V> opened = new FencedProducer<>(fence, term, admin, producers.get());
                try {
                    opened.raise();
                    return opened;
                } catch (RuntimeException e) {
                    opened.producer.close(Duration.ZERO);
                    if (!isContested(e) || attempt == ATTEMPTS) {
                        throw e;
                    }
                }
            }
        } catch (RuntimeException e) {
            admin.close();
            throw e;
        }
    }

    /**
     * After the broker has replaced all producers before this one, and ended their transactions, nobody but this one
     * can raise the mark; if another comes after the look, the raise fails.
     */
    private void raise() {
        producer.initTransactions();
        fence.mark(admin).ifPresent(held -> held.requireAdmits(term));
        producer.beginTransaction();
        producer.sendOffsetsToTransaction(fence.offsets(term), fence.group());
        producer.commitTransaction();
    }

    /**
     * Writes the records in one transaction, each with the token in its headers, and returns when it is committed.
     *
     * @throws StaleTokenException if a later term has opened its producer; nothing was written
     * @throws IllegalStateException if the broker ended this producer for another reason, such as a second one that was
     *     opened in the same term, or a transaction that took too long; nothing was written
     * @throws KafkaException if the broker fails; nothing was written, unless the failure is a timeout of the commit,
     *     which may still come to pass: then open a new producer
     */
    public void write(List<ProducerRecord<K, V>> records) {
        try {
            producer.beginTransaction();
            for (ProducerRecord<K, V> record : records) {
                var unused = producer.send(
                        withToken(record), (written, failure) -> {}); // the commit fails if one of them does
            }
            producer.commitTransaction();
        } catch (RuntimeException e) {
            throw translated(e);
        }
    }

    /** Returns a copy, because a record that was sent cannot be changed, and the caller may send it once more. */
    private ProducerRecord<K, V> withToken(ProducerRecord<K, V> record) {
        ProducerRecord<K, V> copy = new ProducerRecord<>(
                record.topic(),
                record.partition(),
                record.timestamp(),
                record.key(),
                record.value(),
                new RecordHeaders(record.headers()));
        TokenHeaders.write(copy.headers(), term);
        return copy;
    }

    /** Returns the failure to throw: a refusal if a later term has come, else what the client said. */
    private RuntimeException translated(RuntimeException failure) {
        if (!isFenced(failure)) {
            abort();
            return failure;
        }
        fence.mark(admin).ifPresent(held -> held.requireAdmits(term));
        return new IllegalStateException(
                "the broker ended this producer for " + fence + ", though no later term has opened one: open one"
                        + " producer for each term, raise transaction.timeout.ms if a write takes longer, and after"
                        + " this failure open it again",
                failure);
    }

    private void abort() {
        try {
            producer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            // It ends by itself, and the caller is told of the first failure.
        }
    }

    /**
     * Tells whether another producer may have come in between. Some answers of the broker the client does not expect,
     * such as that of an invalid state to an offset in a transaction; it then throws a {@link KafkaException} without a
     * cause. To open once more is harmless, because it begins with a look at the mark.
     */
    private static boolean isContested(RuntimeException failure) {
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return isFenced(failure) || root.getClass() == KafkaException.class;
    }

    private static boolean isFenced(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException
                    || cause instanceof InvalidProducerEpochException
                    || cause instanceof InvalidTxnStateException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        try {
            producer.close(CLOSE_WITHIN);
        } finally {
            admin.close(CLOSE_WITHIN);
        }
    }
}
