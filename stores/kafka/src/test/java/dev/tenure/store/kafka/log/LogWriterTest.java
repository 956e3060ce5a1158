package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The one producer of a process outlives the failures of single records. */
@Tag("server")
@Timeout(120)
class LogWriterTest {
    private static final String OPENED = "tenure.test.opened";

    private final AtomicInteger opened = new AtomicInteger();

    /** Counts the producers that are opened. */
    public static final class OpenedProducers implements ProducerInterceptor<byte[], byte[]> {
        @Override
        public void configure(Map<String, ?> settings) {
            if (settings.get(OPENED) instanceof AtomicInteger opened) {
                opened.incrementAndGet();
            }
        }

        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            return record;
        }

        @Override
        public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failed) {}

        @Override
        public void close() {}
    }

    private LogWriter open() {
        return new LogWriter(new ClientSettings(Map.of(
                "bootstrap.servers",
                TestBroker.shared().address(),
                "interceptor.classes",
                OpenedProducers.class.getName(),
                OPENED,
                opened)));
    }

    @Test
    @DisplayName("a record that is refused, as in the history, does not cost the records of others their producer")
    void refusedRecordKeepsProducer() throws Exception {
        String topic = KafkaTestData.newElection();
        try (Admin admin = TestBroker.shared().admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
        try (LogWriter writer = open()) {
            writer.send(record(topic, 1), failure -> {}, StoreTestSteps.soon()).get();
            assertThatThrownBy(() -> writer.send(record(topic, 2_000_000), failure -> {}, StoreTestSteps.soon()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("max.message.bytes");
            assertThatThrownBy(() -> writer.send(record("no topic", 1), failure -> {}, StoreTestSteps.soon()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("another name for the topic");
            writer.send(record(topic, 1), failure -> {}, StoreTestSteps.soon()).get();
        }
        assertThat(opened).hasValue(1);
    }

    @Test
    void clientThatCannotBeOpenedIsFailureOfStore() {
        try (LogWriter writer = new LogWriter(new ClientSettings(Map.of("bootstrap.servers", "no-port")))) {
            assertThatThrownBy(() -> writer.send(record("tenure", 1), failure -> {}, StoreTestSteps.soon()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no-port");
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, int size) {
        return new ProducerRecord<>(topic, 0, null, new byte[size]);
    }
}
