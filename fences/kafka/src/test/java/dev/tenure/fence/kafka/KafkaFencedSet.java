package dev.tenure.fence.kafka;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Words in the last record of a topic; its address is the topic, and the address of the broker. */
public final class KafkaFencedSet implements FencedSet {
    private final String topic;
    private final String broker;

    public KafkaFencedSet(String address) {
        this.topic = address.split(" ", -1)[0];
        this.broker = address.split(" ", -1)[1];
    }

    Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", broker);
        settings.put("key.serializer", StringSerializer.class);
        settings.put("value.serializer", StringSerializer.class);
        return settings;
    }

    String topic() {
        return topic;
    }

    KafkaFence fence() {
        return KafkaFence.of(topic);
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker));
    }

    @Override
    public String address() {
        return topic + " " + broker;
    }

    /** Returns all records that are committed. */
    List<ConsumerRecord<String, String>> records() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", broker);
        settings.put("isolation.level", "read_committed");
        TopicPartition partition = new TopicPartition(topic, 0);
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    @Override
    public Set<String> words() {
        List<ConsumerRecord<String, String>> records = records();
        return records.isEmpty()
                ? new TreeSet<>()
                : new TreeSet<>(List.of(records.get(records.size() - 1).value().split(" ", -1)));
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        try (FencedProducer<String, String> producer = fence().open(settings(), election, token)) {
            Set<String> words = words();
            pause.run();
            words.add(word);
            producer.write(List.of(record(words)));
        }
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        try (Admin admin = admin();
                KafkaProducer<String, String> producer = new KafkaProducer<>(settings())) {
            fence().mark(admin).ifPresent(held -> held.requireAdmits(new FenceMark("any", election, token)));
            Set<String> words = words();
            pause.run();
            words.add(word);
            producer.send(record(words)).get();
        }
    }

    ProducerRecord<String, String> record(Set<String> words) {
        return new ProducerRecord<>(topic, 0, "words", String.join(" ", words));
    }

    @Override
    public FencedSet withoutMark() {
        try (Admin admin = admin()) {
            fence().remove(admin);
        }
        return this;
    }
}
