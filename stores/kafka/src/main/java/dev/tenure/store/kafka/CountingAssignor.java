package dev.tenure.store.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/**
 * Assigns partitions as one of Kafka's assignors does, and counts the members of the group.
 *
 * <p>Not for applications. It is public because Kafka's client creates it by reflection.
 */
public final class CountingAssignor implements ConsumerPartitionAssignor, Configurable {
    /** The setting that holds the assignor which decides. */
    static final String DECIDING = "tenure.assignor";

    /** The setting that holds the {@link GroupSize} to update. */
    static final String SIZE = "tenure.group.size";

    private ConsumerPartitionAssignor deciding = new CooperativeStickyAssignor();
    private GroupSize size = new GroupSize();

    @Override
    public void configure(Map<String, ?> settings) {
        if (settings.get(DECIDING) instanceof ConsumerPartitionAssignor given) {
            deciding = given;
        }
        if (settings.get(SIZE) instanceof GroupSize given) {
            size = given;
        }
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        size.counted(group.groupSubscription().size());
        return deciding.assign(metadata, group);
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        size.assigned();
        deciding.onAssignment(assignment, metadata);
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return deciding.subscriptionUserData(topics);
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return deciding.supportedProtocols();
    }

    @Override
    public short version() {
        return deciding.version();
    }

    @Override
    public String name() {
        return deciding.name();
    }
}
