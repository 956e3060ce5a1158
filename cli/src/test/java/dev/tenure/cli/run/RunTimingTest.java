package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tenure.Timing;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link RunTiming}. */
class RunTimingTest {
    private static RunTiming plan(@Nullable Duration ttl, @Nullable Duration grace) {
        return RunTiming.of(Timing.local(), ttl, grace);
    }

    @Test
    void defaultTimingOfEveryStoreLeavesOneSecondOfGrace() {
        for (Timing timing : new Timing[] {Timing.local(), Timing.fast(), Timing.balanced(), Timing.stable()}) {
            RunTiming plan = RunTiming.of(timing, null, null);

            assertThat(plan.grace()).isEqualTo(Duration.ofSeconds(1));
            assertThat(plan.timing().ttl()).isEqualTo(timing.ttl());
            assertThat(plan.timing().stopWithin()).isGreaterThan(plan.grace());
        }
    }

    @Test
    void shortTtlLeavesLessGrace() {
        assertThat(plan(Duration.ofSeconds(1), null).grace()).isEqualTo(Duration.ofMillis(200));
        assertThat(plan(Duration.ofMillis(500), null).grace()).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_400, 2_001, 5_000, 60_000, 3_600_000})
    void ttlNamedAsRemedyIsSufficient(long graceMillis) {
        Duration grace = Duration.ofMillis(graceMillis);
        Throwable refused = catchThrowable(() -> plan(Duration.ofSeconds(2), grace));

        assertThat(refused).isInstanceOf(CommandFailure.class);
        String ttl = String.valueOf(refused.getMessage()).replaceAll(".*--ttl ([0-9]+m?s) or longer", "$1");

        assertThat(plan(Durations.parse(ttl), grace).grace()).isEqualTo(grace);
    }

    @Test
    void impossibleTimingIsRefusedWithRemedy() {
        assertThatThrownBy(() -> plan(Duration.ofSeconds(3), Duration.ofSeconds(5)))
                .hasMessageContaining("--grace 1s or shorter")
                .hasMessageContaining("--ttl 13s or longer");
        assertThat(plan(Duration.ofSeconds(13), Duration.ofSeconds(5)).grace()).isEqualTo(Duration.ofSeconds(5));
        assertThatThrownBy(() -> plan(Duration.ofMillis(499), null))
                .hasMessage("--ttl 499ms is too short: use 500ms or longer");
        assertThatThrownBy(() -> plan(Duration.ofDays(2), null)).hasMessageContaining("lower it");
        assertThatThrownBy(() -> plan(Duration.ZERO, null)).hasMessageContaining("use 500ms or longer");
    }
}
