package dev.tenure.aws;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ShardcoordinatorTest {

    /** SC-1, SC-8, SC-9. */
    @Test
    void settingsThatShardcoordinatorRefusesAreRefused() {
        Duration five = Duration.ofSeconds(5);
        Shardcoordinator.of(Duration.ofMinutes(5), Duration.ofMinutes(1));
        Shardcoordinator.of(five, five.minusNanos(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, five));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, Duration.ofSeconds(6)));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(Duration.ZERO, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Shardcoordinator(five, Duration.ofSeconds(1), five.negated()));
    }
}
