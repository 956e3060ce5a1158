package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Test;

class CountingAssignorTest {
    private static final String TOPIC = "payroll.neli";

    private final GroupSize size = new GroupSize();
    private final CountingAssignor assignor = new CountingAssignor();

    private void assign(PartitionInfo... partitions) {
        Cluster brokers = new Cluster("cluster", List.of(), List.of(partitions), Set.of(), Set.of());
        Subscription subscription = new Subscription(List.of(TOPIC));
        assignor.configure(Map.of(CountingAssignor.SIZE, size));
        assignor.assign(brokers, new GroupSubscription(Map.of("alice", subscription, "bob", subscription)));
    }

    @Test
    void groupHasNoOwnerWhileTheTopicIsUnknown() {
        assign();
        assertThat(size.isWithoutOwner()).isTrue();

        assign(new PartitionInfo(TOPIC, 0, Node.noNode(), new Node[0], new Node[0]));
        assertThat(size.isWithoutOwner()).isFalse();
    }

    @Test
    void memberThatHasNeverAssignedKnowsOfNoLack() {
        assertThat(size.isWithoutOwner()).isFalse();
    }
}
