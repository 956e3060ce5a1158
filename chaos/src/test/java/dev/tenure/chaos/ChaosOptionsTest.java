package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChaosOptionsTest {

    @Test
    void unknownStoreIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> ChaosOptions.parse("--store", "etcd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis-sentinel");
    }

    @Test
    void unknownProgramAndWorkAreRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> ChaosOptions.parse("--store", "file", "--program", "other"))
                .hasMessageContaining("redis-lock");
        assertThatThrownBy(() -> ChaosOptions.parse("--store", "file", "--work", "other"))
                .hasMessageContaining("interrupted");
    }

    @Test
    void peerIsRefusedOnAnotherStoreThanItsOwn() {
        assertThatThrownBy(() -> ChaosOptions.parse("--store", "redis", "--program", "curator-latch"))
                .hasMessageContaining("--store zookeeper only");
        assertThatThrownBy(() -> ChaosOptions.parse("--store", "zookeeper"))
                .hasMessageContaining("add --program curator-latch");
        assertThatThrownBy(
                        () -> ChaosOptions.parse("--store", "postgres", "--program", "spring-jdbc", "--ttl", "default"))
                .hasMessageContaining("has no default ttl");
    }

    @Test
    void dataArePutBackOnlyIfAskedFor() {
        assertThat(ChaosOptions.parse("--store", "file").draws("restore")).isFalse();
        assertThat(ChaosOptions.parse("--store", "file").draws("kill")).isTrue();
        assertThat(ChaosOptions.parse("--store", "file", "--faults", "restore").draws("restore"))
                .isTrue();
    }

    @Test
    void vacancyBoundIsThatOfTheDocumentation() {
        assertThat(ChaosOptions.parse("--store", "file", "--ttl", "10s").vacancyBound())
                .isEqualTo(Duration.ofMillis(11_000 + 2_500 + 2_000 + 5_000 + 10_000));
        assertThat(ChaosOptions.parse("--store", "river").vacancyBound())
                .isEqualTo(Duration.ofMillis(16_500 + 3_750 + 3_000 + 7_500 + 10_000 + 13_000));
    }
}
