package dev.tenure.store.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics and groups of a test broker, and changes settings of topics, as an administrator would. */
public final class BrokerState {
    private BrokerState() {}

    public static void set(Admin admin, String topic, String key, String value)
            throws ExecutionException, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp operation = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(resource, List.of(operation)))
                .all()
                .get();
    }

    /** Returns the id of a topic, or zero if it does not exist. */
    public static Uuid id(Admin admin, String topic) {
        try {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .values()
                    .iterator()
                    .next()
                    .topicId();
        } catch (ExecutionException e) {
            return Uuid.ZERO_UUID;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Returns all records of the first partition of a topic of the shared broker. */
    public static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> reading = new KafkaConsumer<>(
                Map.of("bootstrap.servers", TestBroker.shared().address()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            reading.assign(List.of(partition));
            reading.seekToBeginning(List.of(partition));
            long end = reading.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (reading.position(partition) < end) {
                reading.poll(Duration.ofMillis(50)).forEach(records::add);
            }
        }
        return records;
    }

    /** Returns how many members a group of the shared broker has. */
    public static int members(String group) {
        return members(TestBroker.shared(), group);
    }

    /** Returns how many members a group has. */
    public static int members(TestBroker broker, String group) {
        return memberIds(broker, group).size();
    }

    /** Returns the ids that the brokers gave the members of a group. */
    public static Set<String> memberIds(TestBroker broker, String group) {
        return describe(broker, group).stream()
                .flatMap(found -> found.members().stream())
                .map(MemberDescription::consumerId)
                .collect(Collectors.toSet());
    }

    /** Returns the client id of the member that owns partition 0, if the group has so many members and is stable. */
    public static Optional<String> owner(TestBroker broker, String group, int members) {
        return describe(broker, group)
                .filter(found -> found.groupState() == GroupState.STABLE)
                .filter(found -> found.members().size() == members)
                .flatMap(found -> found.members().stream()
                        .filter(member -> !member.assignment().topicPartitions().isEmpty())
                        .map(MemberDescription::clientId)
                        .findFirst());
    }

    private static Optional<ConsumerGroupDescription> describe(TestBroker broker, String group) {
        try (Admin admin = broker.admin()) {
            return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
                    .findFirst();
        } catch (ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
