package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ManualTimeTest {
    private final ManualTime time = new ManualTime();

    @Test
    void timeStandsStillUntilItIsMoved() {
        assertThat(time.nanos()).isEqualTo(time.nanos());
        assertThat(time.wall()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void advancingMovesBothClocks() {
        long before = time.nanos();

        time.advance(Duration.ofSeconds(3));

        assertThat(time.nanos() - before).isEqualTo(3_000_000_000L);
        assertThat(time.wall()).isEqualTo(Instant.parse("2026-01-01T00:00:03Z"));
    }

    @Test
    void smallAdvancesAddUp() {
        time.advance(Duration.ofNanos(600_000));
        time.advance(Duration.ofNanos(600_000));

        assertThat(time.wall()).isEqualTo(Instant.parse("2026-01-01T00:00:00.001Z"));
    }

    @Test
    void theMonotonicClockWrapsAroundSoon() {
        long before = time.nanos();

        time.advance(Duration.ofMinutes(1));

        assertThat(time.nanos()).isLessThan(before);
        assertThat(time.nanos() - before).isEqualTo(Duration.ofMinutes(1).toNanos());
    }

    @Test
    void theWallClockStepsAloneAndEitherWay() {
        long before = time.nanos();

        time.stepWall(Duration.ofHours(-1));

        assertThat(time.nanos()).isEqualTo(before);
        assertThat(time.wall()).isEqualTo(Instant.parse("2025-12-31T23:00:00Z"));
    }

    @Test
    void theMonotonicClockCannotGoBack() {
        assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("stepWall");
    }
}
