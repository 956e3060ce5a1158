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
 * Runs a hook when the broker has acknowledged a record, before the producer can commit it, and another one while a
 * transactional producer is created.
 */
public final class ProducerHooks implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<byte[], byte[]> {
    public static final String ACKNOWLEDGED = "tenure.test.acknowledged";
    public static final String CREATED = "tenure.test.created";

    private Runnable hook = () -> {};

    @Override
    public void configure(Map<String, ?> settings) {
        if (settings.get(ACKNOWLEDGED) instanceof Runnable given) {
            hook = given;
        }
        if (settings.containsKey("transactional.id") && settings.get(CREATED) instanceof Runnable created) {
            created.run();
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
