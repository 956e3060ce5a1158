package dev.tenure.store.kafka.goneli;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/**
 * Assigns partitions as Kafka's range assignor does, and notes how many members the group has and whether one got the
 * partition.
 *
 * <p>Not for applications. It is public because Kafka's client creates it by reflection.
 */
public final class CountingAssignor extends RangeAssignor implements Configurable {
    /** The setting that holds the {@link GroupSize} to update. */
    static final String SIZE = "tenure.group.size";

    private GroupSize size = new GroupSize();

    @Override
    public void configure(Map<String, ?> settings) {
        if (settings.get(SIZE) instanceof GroupSize given) {
            size = given;
        }
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        GroupAssignment made = super.assign(metadata, group);
        size.counted(group.groupSubscription().size());
        size.foundPartition(made.groupAssignment().values().stream()
                .anyMatch(each -> !each.partitions().isEmpty()));
        return made;
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        size.assigned();
        super.onAssignment(assignment, metadata);
    }
}
