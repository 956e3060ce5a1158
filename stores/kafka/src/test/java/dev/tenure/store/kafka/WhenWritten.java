package dev.tenure.store.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Runs something when the broker has taken a record, and the client does not know it yet: before a commit is sent. And
 * something else while a producer of terms is made.
 */
public final class WhenWritten implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<byte[], byte[]> {
    static final String HOOK = "tenure.test.when.written";
    static final String MADE = "tenure.test.when.made";

    private Runnable hook = () -> {};

    @Override
    public void configure(Map<String, ?> settings) {
        if (settings.get(HOOK) instanceof Runnable given) {
            hook = given;
        }
        if (settings.containsKey("transactional.id") && settings.get(MADE) instanceof Runnable made) {
            made.run();
        }
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failed) {
        hook.run();
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}
}
