package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R2 Time-checked: clocks that run ahead of the monotonic one")
class R02LeapTest {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(15)).withMargin(Duration.ofSeconds(4));
    private static final long SLEPT_BEFORE = Duration.ofHours(1).toNanos();

    private final Trust trust = Trust.earned(new ClockReading(0, 0, SLEPT_BEFORE), TIMING.ttl(), TIMING);

    @Test
    void trustEndsWhenTheWallClockIsMoreThanHalfTheMarginAhead() {
        assertThat(trust.holds(0, 2_000, SLEPT_BEFORE)).isTrue();
        assertThat(trust.holds(0, 2_001, SLEPT_BEFORE)).isFalse();
    }

    @Test
    void trustEndsWhenTheMachineSleptForMoreThanHalfTheMargin() {
        assertThat(trust.holds(0, 0, SLEPT_BEFORE + 2_000_000_000L)).isTrue();
        assertThat(trust.holds(0, 0, SLEPT_BEFORE + 2_000_000_001L)).isFalse();
    }
}
