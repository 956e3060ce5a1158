package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.StoreTestSteps;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(120)
class GroupMemberTest {
    private final String group = TopicNames.of("members", Sample.newElection());

    /** Keeps how many members the group has when a loss is told. */
    private final class Keeping implements GroupMember.Owner {
        private final BlockingQueue<Integer> atLoss = new ArrayBlockingQueue<>(10);

        @Override
        public boolean goesSilently() {
            return false;
        }

        @Override
        public boolean dismisses(GroupMember member) {
            return false;
        }

        @Override
        public void changed() {}

        @Override
        public void revoked() {}

        @Override
        public void lost(String cause) {
            atLoss.add(Topics.members(group));
        }

        @Override
        public void tells() {}
    }

    @Test
    @DisplayName("a member that fails tells of the loss before it leaves, and another can be chosen")
    void aLossIsToldFirst() throws InterruptedException {
        ClientSettings settings = new ClientSettings(TestBroker.shared().store());
        Keeping owner = new Keeping();
        BlockingQueue<RuntimeException> failures = new ArrayBlockingQueue<>(1);
        try (TopicAdmin cluster = new TopicAdmin(settings, true, false);
                GroupMember member = new GroupMember(
                        settings, cluster, new ElectionTopic("it", group, group), () -> wants(failures), owner)) {
            StoreTestSteps.await("it is chosen", member::isOwner);
            failures.add(new IllegalStateException("something fails"));

            assertThat(owner.atLoss.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
            StoreTestSteps.await("it is back", member::isOwner);
        }
    }

    private static boolean wants(BlockingQueue<RuntimeException> failures) {
        RuntimeException failure = failures.poll();
        if (failure != null) {
            throw failure;
        }
        return true;
    }
}
