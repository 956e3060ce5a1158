package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.store.kafka.BrokerState;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.TopicAdmin;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(120)
class GroupMemberTest {
    private final GoNeli goNeli = GoNeli.of(KafkaTestData.newElection());

    /** Records how many members the group has when a loss is reported. */
    private final class RecordingListener implements GroupMember.Listener {
        private final BlockingQueue<Integer> membersAtLoss = new ArrayBlockingQueue<>(10);

        @Override
        public boolean leavesSilently() {
            return false;
        }

        @Override
        public boolean forgets(GroupMember member) {
            return false;
        }

        @Override
        public void changed() {}

        @Override
        public void revoked() {}

        @Override
        public void lost(String cause) {
            membersAtLoss.add(BrokerState.members(goNeli.group()));
        }

        @Override
        public void repeatLoss() {}
    }

    @Test
    @DisplayName("a member that fails reports the loss before it leaves the group")
    void lossIsReportedBeforeMemberLeaves() throws InterruptedException {
        ClientSettings clients = new ClientSettings(
                Map.of("bootstrap.servers", TestBroker.shared().address()));
        RecordingListener listener = new RecordingListener();
        BlockingQueue<RuntimeException> failures = new ArrayBlockingQueue<>(1);
        try (TopicAdmin topicAdmin = new TopicAdmin(clients, true);
                GroupMember member = new GroupMember(
                        new GroupSettings(clients, goNeli),
                        topicAdmin,
                        ElectionNames.of(goNeli),
                        () -> isWanted(failures),
                        listener)) {
            StoreTestSteps.await("it is chosen", member::isOwner);
            failures.add(new IllegalStateException("something fails"));

            assertThat(listener.membersAtLoss.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
            StoreTestSteps.await("it is back", member::isOwner);
        }
    }

    /** With the client's default of five minutes nobody would lead for so long. */
    @Test
    @DisplayName("members of a group whose topic was deleted notice that, and the next topic, within sessions")
    void deletedTopicAndTheNextOneAreNoticed() throws Exception {
        ClientSettings clients = new ClientSettings(
                Map.of("bootstrap.servers", TestBroker.shared().address()));
        GroupSettings settings = new GroupSettings(clients, goNeli);
        ElectionNames names = ElectionNames.of(goNeli);
        try (TopicAdmin topicAdmin = new TopicAdmin(clients, true);
                Admin admin = TestBroker.shared().admin();
                GroupMember one = new GroupMember(settings, topicAdmin, names, () -> true, new RecordingListener());
                GroupMember other = new GroupMember(settings, topicAdmin, names, () -> true, new RecordingListener())) {
            StoreTestSteps.await("one of two is chosen", () -> one.isOwner() != other.isOwner());
            admin.deleteTopics(List.of(goNeli.topic())).all().get();
            StoreTestSteps.await("none is", () -> !one.isOwner() && !other.isOwner());
            topicAdmin.require(goNeli.topic(), Map.of(), StoreTestSteps.soon());

            StoreTestSteps.await("one of two is chosen again", () -> one.isOwner() != other.isOwner());
        }
    }

    private static boolean isWanted(BlockingQueue<RuntimeException> failures) {
        RuntimeException failure = failures.poll();
        if (failure != null) {
            throw failure;
        }
        return true;
    }
}
