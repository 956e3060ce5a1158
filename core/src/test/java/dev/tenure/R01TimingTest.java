package dev.tenure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("R1 Trust: timings are checked as a whole")
class R01TimingTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    static Stream<Arguments> presets() {
        return Stream.of(
                Arguments.of(Timing.stable(), 30_000, 10_000, 3_100, 6_000),
                Arguments.of(Timing.balanced(), 15_000, 5_000, 1_600, 3_000),
                Arguments.of(Timing.fast(), 10_000, 3_000, 1_100, 2_000),
                Arguments.of(Timing.local(), 3_000, 500, 400, 600),
                Arguments.of(Timing.of(Duration.ofSeconds(20)), 20_000, 5_000, 2_100, 4_000));
    }

    @ParameterizedTest
    @MethodSource("presets")
    void presetsHaveTheValuesTheirPagesState(Timing timing, long ttl, long interval, long margin, long callTimeout) {
        assertThat(timing.ttl()).hasMillis(ttl);
        assertThat(timing.interval()).hasMillis(interval);
        assertThat(timing.margin()).hasMillis(margin);
        assertThat(timing.callTimeout()).hasMillis(callTimeout);
        assertThat(timing.stopWithin()).isZero();
    }

    @Test
    void oneValueIsReplacedAndTheWholeCheckedAgain() {
        Timing timing = Timing.balanced();

        assertThat(timing.withTtl(Duration.ofSeconds(14)).ttl()).isEqualTo(Duration.ofSeconds(14));
        assertThat(timing.withInterval(Duration.ofSeconds(4)).interval()).isEqualTo(Duration.ofSeconds(4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timing.withTtl(Duration.ofSeconds(5)))
                .withMessageContaining("leaves no room for two renewals");
        assertThatIllegalArgumentException().isThrownBy(() -> timing.withInterval(Duration.ofSeconds(15)));
    }

    @Test
    void aMarginTooSmallForClocksOfDifferentSpeedIsRefused() {
        Timing timing = Timing.balanced();

        assertThat(timing.withMargin(Duration.ofMillis(1600))).isEqualTo(timing);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timing.withMargin(Duration.ofMillis(1599)))
                .withMessageContaining("margin 1599 ms")
                .withMessageContaining("at least 1600 ms");
    }

    @Test
    void aTtlWithoutRoomForTwoRenewalsIsRefused() {
        Duration margin = Duration.ofMillis(1100);
        Duration interval = Duration.ofMillis(4450);

        Timing justEnough = Timing.of(SECOND.multipliedBy(10), interval);
        assertThat(justEnough.margin()).isEqualTo(margin);
        assertThat(justEnough.interval()).isEqualTo(interval);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(SECOND.multipliedBy(10), interval.plusMillis(1)))
                .withMessageContaining("no room for two renewals every 4451 ms")
                .withMessageContaining("raise ttl to 10002 ms or lower interval");
    }

    @Test
    void theTimeToStopIsTakenFromTheRoomForRenewals() {
        Timing timing = Timing.balanced();

        assertThat(timing.withStopWithin(Duration.ofMillis(3400)).stopWithin()).hasMillis(3400);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timing.withStopWithin(Duration.ofMillis(3401)))
                .withMessageContaining("and 3401 ms to stop: raise ttl to 15001 ms");
    }

    @Test
    void aTtlWithoutRoomForOneSlowCallIsRefused() {
        Timing timing = Timing.balanced();

        assertThat(timing.withCallTimeout(Duration.ofMillis(8400)).callTimeout())
                .hasMillis(8400);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timing.withCallTimeout(Duration.ofMillis(8401)))
                .withMessageContaining("one call that takes 8401 ms")
                .withMessageContaining("raise ttl to 15001 ms or lower callTimeout");
    }

    @Test
    void nothingMayBeZeroOrNegativeExceptTheTimeToStop() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(Duration.ZERO))
                .withMessage("ttl 0 s must be longer than zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(SECOND, Duration.ofMillis(-5)))
                .withMessage("interval -5 ms must be longer than zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.balanced().withCallTimeout(Duration.ZERO))
                .withMessage("callTimeout 0 s must be longer than zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.balanced().withStopWithin(SECOND.negated()))
                .withMessage("stopWithin -1 s is negative: use zero for none");
    }

    @Test
    void aTtlOverADayIsRefused() {
        assertThat(Timing.of(Duration.ofDays(1)).ttl()).hasDays(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.of(Duration.ofDays(1).plusMillis(1)))
                .withMessageContaining("is longer than 86400 s: lower it");
    }
}
