package dev.tenure.fence.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.store.redis.RedisDeployment;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fence in a Cluster. */
@Tag("server")
class ClusterFenceTest extends FenceContract {
    private static final RedisDeployment SERVERS = RedisDeployment.cluster("accounts");

    @AfterAll
    static void stop() {
        SERVERS.close();
    }

    @Override
    protected FencedSet newSet() {
        return RedisFencedSet.create("script", SERVERS.ports());
    }

    @Override
    protected void close(FencedSet used) {
        ((RedisFencedSet) used).redis().close();
    }

    @Test
    void keyOfAnotherSlotIsRefused() {
        RedisFencedSet set = RedisFencedSet.create("script", SERVERS.ports());

        assertThatThrownBy(() -> set.fence()
                        .write(set.redis(), "payroll", 1, List.of(List.of("SET", "{elsewhere}:words", "word"))))
                .hasMessageContaining("slot");
        close(set);
    }
}
